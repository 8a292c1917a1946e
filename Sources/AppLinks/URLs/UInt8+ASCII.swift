/// Questions about single bytes of ASCII text.
extension UInt8 {
  package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  package var isASCIIHexDigit: Bool { asciiHexValue != nil }

  /// The value of a hexadecimal digit.
  package var asciiHexValue: UInt8? {
    if isASCIIDigit { return self &- UInt8(ascii: "0") }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter &+ 10 : nil
  }

  /// The byte with an ASCII capital letter made small.
  package var asciiLowercased: UInt8 {
    self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
  }
}

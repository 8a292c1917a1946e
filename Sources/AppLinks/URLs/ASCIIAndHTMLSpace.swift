/// Classification of single bytes of ASCII text.
extension UInt8 {
  @inlinable
  package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  @inlinable
  package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  @inlinable
  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  @inlinable
  package var isASCIIHexDigit: Bool { asciiHexValue != nil }

  /// The value of a hexadecimal digit.
  @inlinable
  package var asciiHexValue: UInt8? {
    if isASCIIDigit { return self &- UInt8(ascii: "0") }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter &+ 10 : nil
  }

  /// The byte with an ASCII uppercase letter converted to lowercase.
  @inlinable
  package var asciiLowercased: UInt8 {
    self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
  }

  /// Whether HTML treats the byte as white space between attributes.
  @inlinable
  package var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }
}

extension String {
  /// The text without leading and trailing white space.
  package var trimmingHTMLSpace: String {
    var bytes = utf8[...]
    while let byte = bytes.first, byte.isHTMLSpace { bytes.removeFirst() }
    while let byte = bytes.last, byte.isHTMLSpace { bytes.removeLast() }
    return String(Substring(bytes))
  }
}

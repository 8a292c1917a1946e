/// The characters of the encoding that browsers use for what claims to be Latin-1 or ASCII.
enum Windows1252 {
  /// The character of a byte; bytes without one stand for the control of the same number.
  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    byte & 0xE0 == 0x80 ? upper[Int(byte & 0x1F)] : Unicode.Scalar(byte)
  }

  private static let upper = Array(
    """
    \u{20AC}\u{81}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\
    \u{2C6}\u{2030}\u{160}\u{2039}\u{152}\u{8D}\u{17D}\u{8F}\
    \u{90}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\
    \u{2DC}\u{2122}\u{161}\u{203A}\u{153}\u{9D}\u{17E}\u{178}
    """.unicodeScalars
  )

  /// The text of bytes, whatever they are.
  static func decode(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(scalar(byte)) }
    return String(text)
  }
}

internal import Foundation

/// The encoding of the bytes of a page.
package enum Charset: Sendable, Hashable {
  case utf8, utf16LittleEndian, utf16BigEndian, windows1252

  /// A Japanese encoding that Foundation does not support on Linux.
  case eucJapanese

  /// A Japanese encoding in seven bits, converted by ``ISO2022JapaneseRewriter`` before a page is
  /// scanned.
  case iso2022Japanese

  /// An encoding of Foundation, with its raw value.
  case foundation(UInt)

  /// Creates the charset for a label, as in `charset=utf-8`, or returns `nil` if the label is
  /// unknown.
  package init?(label: String) {
    let label = label.lowercased().trimmingCharacters(
      in: CharacterSet(charactersIn: " \t\n\r\u{c}")
    )
    guard let charset = Self.labels[label] else { return nil }
    self = charset
  }

  /// The charsets by label.
  ///
  /// As in browsers, labels of charsets that Windows extends map to the extended charset.
  private static let labels: [String: Charset] = {
    var labels: [String: Charset] = [:]
    func add(_ charset: Charset, _ names: String) {
      for name in names.split(separator: " ") { labels[String(name)] = charset }
    }
    add(.utf8, "utf-8 utf8 unicode-1-1-utf-8 x-unicode20utf8 unicode11utf8 unicode20utf8")
    add(.utf16LittleEndian, "utf-16 utf-16le unicode ucs-2 iso-10646-ucs-2 csunicode unicodefeff")
    add(.utf16BigEndian, "utf-16be unicodefffe")
    add(
      .windows1252,
      """
      windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso_8859-1 iso88591 latin1 l1 ascii us-ascii \
      ansi_x3.4-1968 cp819 ibm819 csisolatin1 iso-ir-100 iso_8859-1:1987
      """
    )
    add(.foundation(0x8000_0202), "iso-8859-2 iso8859-2 iso_8859-2 iso88592 latin2 l2")
    add(.foundation(0x8000_0203), "iso-8859-3 latin3")
    add(.foundation(0x8000_0204), "iso-8859-4 latin4")
    add(.foundation(0x8000_0205), "iso-8859-5 iso8859-5 cyrillic")
    add(.foundation(0x8000_0206), "iso-8859-6 arabic")
    add(.foundation(0x8000_0207), "iso-8859-7 greek")
    add(.foundation(0x8000_0208), "iso-8859-8 iso-8859-8-i hebrew logical visual")
    add(.foundation(0x8000_020A), "iso-8859-10 latin6")
    add(.foundation(0x8000_020D), "iso-8859-13")
    add(.foundation(0x8000_020E), "iso-8859-14")
    add(.foundation(0x8000_020F), "iso-8859-15 iso8859-15 latin9 l9")
    add(.foundation(0x8000_0501), "windows-1250 cp1250 x-cp1250")
    add(.foundation(0x8000_0502), "windows-1251 cp1251 x-cp1251")
    add(.foundation(0x8000_0503), "windows-1253 cp1253 x-cp1253")
    add(.foundation(0x8000_0504), "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 latin5 l5")
    add(.foundation(0x8000_0505), "windows-1255 cp1255 x-cp1255")
    add(.foundation(0x8000_0506), "windows-1256 cp1256 x-cp1256")
    add(.foundation(0x8000_0507), "windows-1257 cp1257 x-cp1257")
    add(.foundation(0x8000_0508), "windows-1258 cp1258 x-cp1258")
    add(.foundation(0x8000_041D), "windows-874 tis-620 iso-8859-11 dos-874")
    add(.foundation(0x8000_0A02), "koi8-r koi8 koi")
    add(.foundation(0x8000_0A08), "koi8-u koi8-ru")
    add(.foundation(shiftJIS), "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j")
    add(.eucJapanese, "euc-jp x-euc-jp cseucpkdfmtjapanese")
    add(.iso2022Japanese, "iso-2022-jp csiso2022jp")
    add(.foundation(0x8000_0632), "gb18030 gbk gb2312 gb_2312-80 x-gbk chinese csgb2312")
    add(.foundation(0x8000_0A06), "big5 big5-hkscs cn-big5 x-x-big5")
    add(.foundation(0x8000_0422), "euc-kr korean ks_c_5601-1987 windows-949 ksc5601")
    return labels
  }()

  /// Returns whether bytes are text in this charset.
  func isText(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .utf8: String(validating: bytes, as: UTF8.self) != nil
    case .eucJapanese: Self.eucJapanese(bytes) != nil
    case .iso2022Japanese: Self.iso2022Japanese(bytes) != nil
    case .foundation(let number): Self.text(bytes, number) != nil
    case .utf16LittleEndian, .utf16BigEndian, .windows1252: true
    }
  }

  /// Returns the text of bytes.
  ///
  /// Malformed bytes become U+FFFD.
  func decode(_ bytes: [UInt8]) -> String {
    switch self {
    case .utf8, .utf16LittleEndian, .utf16BigEndian:
      // UTF-16 has been converted to UTF-8 before the page is scanned.
      String(decoding: bytes, as: UTF8.self)
    case .windows1252:
      Windows1252.decode(bytes)
    case .eucJapanese: Self.eucJapanese(bytes) ?? Self.replaced(bytes)
    case .iso2022Japanese: Self.iso2022Japanese(bytes) ?? Self.replaced(bytes)
    case .foundation(let number): Self.text(bytes, number) ?? Self.replaced(bytes)
    }
  }

  /// Returns the ASCII characters of unreadable text.
  private static func replaced(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.map { $0 < 0x80 ? $0 : 0xFF }, as: UTF8.self)
  }

  private static func text(_ bytes: [UInt8], _ number: UInt) -> String? {
    String(bytes: bytes, encoding: String.Encoding(rawValue: number))
  }

  private static let shiftJIS: UInt = 0x8000_0420

  /// Returns the text of bytes that an ``ISO2022JapaneseRewriter`` has converted to EUC-JP.
  private static func iso2022Japanese(_ bytes: [UInt8]) -> String? {
    var text = ""
    var run: [UInt8] = []
    func endRun() -> Bool {
      guard let end = eucJapanese(run) else { return false }
      text += end
      run = []
      return true
    }
    var rest = bytes[...]
    while let first = rest.popFirst() {
      if first == ISO2022JapaneseRewriter.shift, let second = rest.first,
        let roman = ISO2022JapaneseRewriter.roman[second]
      {
        rest.removeFirst()
        guard endRun() else { return nil }
        text.append(roman)
      } else {
        run.append(first)
        if first >= 0x80, let second = rest.popFirst() { run.append(second) }
      }
    }
    return endRun() ? text : nil
  }

  /// Returns the text of bytes in EUC-JP, which has the table of Shift JIS in another arrangement.
  ///
  /// The rare characters of its second table are not supported.
  private static func eucJapanese(_ bytes: [UInt8]) -> String? {
    var shifted: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.popFirst() {
      switch first {
      case 0..<0x80: shifted.append(first)
      case 0x8E:
        guard let second = rest.popFirst(), (0xA1...0xDF).contains(second) else { return nil }
        shifted.append(second)
      case 0xA1...0xFE:
        guard let second = rest.popFirst(), (0xA1...0xFE).contains(second) else { return nil }
        // A row of Shift JIS has 188 characters, those of two rows in EUC-JP, and skips 0x7F.
        let row = (first - 0xA1) / 2
        shifted.append(row < 31 ? 0x81 + row : 0xC1 + row)
        if first % 2 == 0 {
          shifted.append(second - 2)
        } else {
          shifted.append(second - (second < 0xE0 ? 0x61 : 0x60))
        }
      default: return nil
      }
    }
    return text(shifted, shiftJIS)
  }
}

/// The encoding that browsers use for pages declared as Latin-1 or ASCII.
enum Windows1252 {
  /// Returns the character of a byte.
  ///
  /// Bytes without a character represent the control character with the same number.
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

  /// Returns the text of any bytes.
  static func decode(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(scalar(byte)) }
    return String(text)
  }
}

internal import AppLinks

/// A built-in class of single ASCII characters.
enum CharacterClass: String, Sendable {
  case alpha, upper, lower, alnum, digit, xdigit

  /// Returns whether a character belongs to the class.
  ///
  /// If case does not matter, a letter belongs to it in either case.
  func contains(_ scalar: Unicode.Scalar, _ isFolded: Bool) -> Bool {
    guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else { return false }
    let isLower = byte.isASCIILetter && byte.asciiLowercased == byte
    return switch self {
    case .alpha: byte.isASCIILetter
    case .upper: byte.isASCIILetter && (isFolded || !isLower)
    case .lower: isLower
    case .alnum: byte.isASCIIAlphanumeric
    case .digit: byte.isASCIIDigit
    case .xdigit: byte.isASCIIHexDigit
    }
  }
}

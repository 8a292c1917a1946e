internal import AppLinks

/// The form of application identifiers: a prefix of ten characters, a dot and a bundle identifier.
enum AppleApplicationID {
  static func isWellFormed(_ id: String) -> Bool {
    let parts = id.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
    guard parts.count == 2, parts[0].count == 10 else { return false }
    return parts[0].allSatisfy { $0.isASCIIDigit || $0.isASCIILetter && $0.asciiLowercased != $0 }
      && parts[1].allSatisfy {
        $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }
  }
}

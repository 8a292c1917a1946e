internal import AppLinks

/// The form of application identifiers: a prefix of ten characters, a dot and a bundle identifier.
enum AppleApplicationID {
  static func isWellFormed(_ id: String) -> Bool { fault(of: id) == nil }

  /// Returns why a text stands for no app, as a phrase, or `nil` if it is an identifier.
  ///
  /// The finding about an identifier and the answer about its app both come from here.
  static func fault(of id: String) -> String? {
    let parts = id.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
    if parts.count == 2, isPrefix(parts[0]), parts[1].allSatisfy(isOfBundleID) { return nil }
    let fault =
      if id.unicodeScalars.contains(where: \.properties.isWhitespace) {
        "it has a space"
      } else if id.contains("*") {
        "it has a wildcard, and systems know no wildcards here"
      } else if parts.count == 2, parts[0].count == 10,
        parts[0].allSatisfy(\.isASCIIAlphanumeric), parts[1].allSatisfy(isOfBundleID)
      {
        "its prefix has lowercase letters"
      } else {
        "it is not a prefix of ten characters, a dot and a bundle identifier"
      }
    return "'\(asWritten(id))' is not an application identifier: \(fault)"
  }

  private static func isPrefix(_ text: Substring.UTF8View) -> Bool {
    text.count == 10
      && text.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter && $0.asciiLowercased != $0 }
  }

  private static func isOfBundleID(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  /// Returns an identifier for a message with all its characters, spaces included.
  ///
  /// Other messages show runs of white space as one space, and none at the ends. In an identifier,
  /// the space is what is wrong.
  static func asWritten(_ id: String) -> String {
    let plain = shown(id)
    if plain == id { return plain }
    let scalars = URLRedaction.standard.redacted(id).unicodeScalars
    var text = ""
    for scalar in scalars.prefix(80) {
      if (0x20...0x7E).contains(scalar.value) {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return scalars.count > 80 ? text + "…" : text
  }
}

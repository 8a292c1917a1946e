extension URLRedaction {
  /// Returns the beginning of a text without the secrets in it if it is a URL, followed by `…` if
  /// the text is longer.
  ///
  /// A user and a password are recognized by the `@` after them, which can be in the rest of the
  /// text. Therefore the beginning ends before anything that could contain them.
  ///
  /// - Parameters:
  ///   - text: A URL or any other text.
  ///   - maximumBytes: The number of bytes to read.
  /// - Returns: The beginning with placeholders.
  /// - Complexity: O(*n*) in the number of bytes to read.
  package func redacted(_ text: some StringProtocol, maximumBytes: Int) -> String {
    let start = text.utf8.prefix(maximumBytes)
    if start.endIndex == text.utf8.endIndex { return redacted(String(text)) }
    return redacted(Self.beginning(Array(start))) + "…"
  }

  /// Returns the part of cut text that ends before anything whose rest could make it a secret.
  private static func beginning(_ bytes: [UInt8]) -> String {
    let isSeparator = { (byte: UInt8) in "?#&".utf8.contains(byte) }
    var end = bytes.count
    if let separator = bytes.lastIndex(where: isSeparator) {
      // The value of a query item can be a URL, also with escapes.
      let item = bytes[(separator + 1)...]
      if item.contains(where: { "/%".utf8.contains($0) }) {
        end = item.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? separator + 1
      }
    } else {
      let parts = URLParts(String(decoding: bytes, as: UTF8.self))
      if parts.authority != nil, parts.path.isEmpty {
        end = (parts.scheme.map { $0.utf8.count + 1 } ?? 0) + 2
      }
    }
    // A character that is cut is left out.
    while String(validating: bytes[..<end], as: UTF8.self) == nil { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

import AppLinksServer

/// An argument such as `shop.example`.
enum HostArgument {
  /// Reads a host.
  ///
  /// - Parameters:
  ///   - text: The argument: a name or an address.
  ///   - option: The name of the option, for the error.
  /// - Returns: The host in lowercase.
  /// - Throws: A ``SetupError`` if the text has more than a host, which matches no request.
  static func parse(_ text: String, option: String) throws(SetupError) -> String {
    let host = text.lowercased()
    let isName = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "-._".utf8.contains(byte)
      }
    }
    let isVersion6 =
      host.count { $0 == ":" } > 1 && host.utf8.allSatisfy("[]:.0123456789abcdef".utf8.contains)
    guard isName && !host.isEmpty || isVersion6 else {
      throw SetupError(
        "'\(text)' of '\(option)' must be a host alone, without 'https://', port and path, and in "
          + "ASCII, as in xn--bcher-kva.example."
      )
    }
    return host
  }
}

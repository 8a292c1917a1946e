import HTTPTypes
import Hummingbird

/// The domain of an app's entitlement or manifest that a client asks about.
struct AskedDomain: Sendable, Hashable {
  /// The domain in lowercase, such as `*.shop.example`.
  let text: String

  /// The host whose files answer for it.
  let host: String

  /// Parses a client's domain.
  ///
  /// - Parameters:
  ///   - text: A host, or `*.` and a host.
  ///   - maximum: The maximum number of bytes.
  /// - Throws: A ``Problem`` that says what is wrong with it.
  init(_ text: String, maximum: Int) throws(Problem) {
    guard text.utf8.count <= maximum else { throw .urlTooLong(maximum) }
    let domain = text.lowercased()
    let name = domain.hasPrefix("*.") ? String(domain.dropFirst(2)) : domain
    let isName = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    guard isName, let page = try? AskedPage("https://\(name)/", maximum: maximum) else {
      throw .badRequest("'domain' is not a host, or '*.' and a host, without a scheme and a port.")
    }
    self.text = domain
    host = page.host
  }
}

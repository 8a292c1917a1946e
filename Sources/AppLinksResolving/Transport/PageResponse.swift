internal import AppLinks
internal import Transfers

/// The head of the response to a ``PageRequest``.
public struct PageResponse: Sendable, Hashable {
  /// The status, such as 200.
  public let status: Int

  /// The header fields, with names in lowercase.
  public let headers: [String: String]

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status, such as 200.
  ///   - headers: The header fields. If names differ only in case, the last one in sort order
  ///     counts.
  public init(status: Int, headers: [String: String] = [:]) {
    self.status = status
    let sorted = headers.sorted { $0.key < $1.key }
    self.headers = Dictionary(sorted.map { ($0.key.lowercased(), $0.value) }) { $1 }
  }

  /// The value of a header field.
  ///
  /// - Parameter name: The name, in any case.
  public subscript(name: String) -> String? { headers[name.lowercased()] }

  /// The target of the redirect, if the resolver follows redirects with that status.
  var location: String? {
    RedirectRules.statuses.contains(status) ? self["location"] : nil
  }
}

extension PageResponse {
  /// Whether the body can contain tags.
  ///
  /// A server that honors `Prefer-Html-Meta-Tags` can send tags for content that is otherwise not
  /// HTML. Everything that is text is therefore read, and so is a response without a type.
  var isPage: Bool {
    guard let type = mediaType else { return true }
    if type.hasPrefix("text/") || type.hasSuffix("+xml") || type.hasSuffix("+json") { return true }
    return ["application/xml", "application/json", "application/javascript"].contains(type)
      || !type.contains("/")
  }

  /// The media type in lowercase, without parameters.
  var mediaType: String? {
    guard let text = self["content-type"] else { return nil }
    let type = String(decoding: text.utf8.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    let bare = type.trimmingHTMLSpace.lowercased()
    return bare.isEmpty ? nil : bare
  }
}

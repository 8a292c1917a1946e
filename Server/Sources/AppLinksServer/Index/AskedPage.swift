import AppLinks
import AppLinksResolving
import Foundation
import HTTPTypes

/// A page that a client asks about.
package struct AskedPage: Sendable, Hashable {
  /// The URL as the client wrote it.
  let text: String

  let url: URL

  /// The page, the same for all spellings of its URL.
  let place: String

  /// The host in lowercase.
  let host: String

  /// Parses a client's URL.
  ///
  /// - Parameters:
  ///   - text: The URL.
  ///   - maximum: The maximum number of bytes.
  /// - Throws: A ``Problem`` that says what is wrong with it.
  init(_ text: String, maximum: Int) throws(Problem) {
    guard text.utf8.count <= maximum else { throw .urlTooLong(maximum) }
    let text = text.trimmed
    let parts = URLParts(text)
    guard parts.isWeb, let host = parts.host, !host.isEmpty, let url = URL(string: text) else {
      throw Problem(
        "not-a-page",
        .unprocessableContent,
        "The URL is not that of a web page.",
        "Send the URL of a page with its host, which begins with https:// or http://."
      )
    }
    guard url.user == nil, url.password == nil else {
      throw Problem(
        "user-info-refused",
        .unprocessableContent,
        "The URL contains a user name or password.",
        "Remove what stands before the '@'."
      )
    }
    self.text = text
    self.url = url
    self.host = host.lowercased()
    place = PageKey(url).description
  }
}

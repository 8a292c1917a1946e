package import Foundation

/// The answer of an index about several URLs.
public struct IndexAnswer: Sendable {
  /// The answer about one URL.
  public enum Entry: Sendable, Hashable {
    /// The content of the page's tags.
    case metadata(AppLinkMetadata)

    /// The index failed for this URL, with a message for people.
    case failure(message: String)
  }

  /// The answers by URL, as the URL was requested.
  public var entries: [String: Entry]

  /// Creates an answer.
  ///
  /// - Parameter entries: The answers by URL, as the URL was requested.
  public init(entries: [String: Entry] = [:]) { self.entries = entries }

  /// The answer about a URL, or `nil` if there is none.
  ///
  /// - Parameter url: The URL.
  package subscript(url: URL) -> Entry? {
    let text = url.absoluteString
    return entries[text] ?? entries[IndexAnswer.listed(text)]
  }

  /// Returns a URL as an item of a comma-separated list.
  static func listed(_ text: String) -> String {
    text.contains(",")
      ? text.split(separator: ",", omittingEmptySubsequences: false)
        .joined(separator: "%2C") : text
  }
}

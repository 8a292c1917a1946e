package import Foundation

/// What an index knows about several URLs.
public struct IndexAnswer: Sendable {
  /// What is known about one URL.
  public enum Entry: Sendable, Hashable {
    /// What its page says.
    case metadata(AppLinkMetadata)

    /// Why the index cannot tell, for people.
    case failure(message: String)
  }

  /// What is known, by URL as it was asked for.
  public var entries: [String: Entry]

  /// Makes an answer.
  ///
  /// - Parameter entries: What is known, by URL as it was asked for.
  public init(entries: [String: Entry] = [:]) { self.entries = entries }

  /// What is known about a URL; `nil` for nothing.
  ///
  /// - Parameter url: The URL.
  package subscript(url: URL) -> Entry? {
    let text = url.absoluteString
    return entries[text] ?? entries[IndexAnswer.listed(text)]
  }

  /// A URL as an item of a list with commas.
  static func listed(_ text: String) -> String {
    text.contains(",")
      ? text.split(separator: ",", omittingEmptySubsequences: false)
        .joined(separator: "%2C") : text
  }
}

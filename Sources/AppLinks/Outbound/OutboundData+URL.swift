public import Foundation

extension OutboundData {
  /// The default maximum length of a URL: 32 KiB.
  public static let defaultMaximumLength = 32 * 1024

  /// Returns the text of a URL with the data as its last parameter.
  ///
  /// Existing data in the URL is replaced, and the fragment remains after the query. All other
  /// bytes remain unchanged. The target can be any URL, including one that Foundation does not
  /// accept.
  ///
  /// - Parameters:
  ///   - target: The URL to open.
  ///   - maximumLength: The maximum length of the result, in bytes.
  /// - Returns: The URL with `al_applink_data`.
  /// - Throws: ``OutboundLinkError`` if the data cannot be encoded, the result is too long or the
  ///   target is empty.
  /// - Complexity: O(*n*) in the length of the result.
  public func text(
    for target: String,
    maximumLength: Int = defaultMaximumLength
  ) throws(OutboundLinkError) -> String {
    guard !target.isEmpty else {
      throw OutboundLinkError(code: .notAURL, message: "The target has no URL.")
    }
    let text = URLParts(target).setting(AppLink.dataParameter, to: try json()).text
    guard text.utf8.count <= maximumLength else {
      throw OutboundLinkError(
        code: .tooLong,
        message:
          "The URL with App Link data has \(text.utf8.count) bytes, and at most \(maximumLength) "
          + "are "
          + "allowed. Send less data in the extras."
      )
    }
    return text
  }

  /// Returns a URL with the data as its last parameter.
  ///
  /// - Parameters:
  ///   - target: The URL to open, as text.
  ///   - maximumLength: The maximum length of the result, in bytes.
  /// - Returns: The URL with `al_applink_data`.
  /// - Throws: ``OutboundLinkError`` if the data cannot be encoded, the result is too long or the
  ///   target is not a URL.
  public func url(
    for target: String,
    maximumLength: Int = defaultMaximumLength
  ) throws(OutboundLinkError) -> URL {
    let text = try text(for: target, maximumLength: maximumLength)
    guard URLText.parse(target) != nil, let url = URLText.parse(text) else {
      let quoted = shown(target)
      throw OutboundLinkError(code: .notAURL, message: "'\(quoted)' is not a URL.")
    }
    return url
  }

  /// Returns a URL with the data as its last parameter.
  ///
  /// - Parameters:
  ///   - target: The URL to open.
  ///   - maximumLength: The maximum length of the result, in bytes.
  /// - Returns: The URL with `al_applink_data`.
  /// - Throws: ``OutboundLinkError`` if the data cannot be encoded or the result is too long.
  public func url(
    for target: URL,
    maximumLength: Int = defaultMaximumLength
  ) throws(OutboundLinkError) -> URL {
    try url(for: target.absoluteString, maximumLength: maximumLength)
  }
}

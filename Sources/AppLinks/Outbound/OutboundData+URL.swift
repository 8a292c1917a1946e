public import Foundation

extension OutboundData {
  /// The greatest length of a URL in bytes, if no other is given: 32 KiB.
  public static let defaultMaximumLength = 32 * 1024

  /// A URL with the data as its last parameter, as text.
  ///
  /// Data that the URL has already is replaced, and the fragment stays behind the query. All other
  /// bytes stay as they are. The target may be any URL, also one that Foundation does not accept.
  ///
  /// - Parameters:
  ///   - target: The URL to open.
  ///   - maximumLength: The greatest length in bytes of what is returned.
  /// - Returns: The URL with `al_applink_data`.
  /// - Throws: ``OutboundLinkError`` if the data cannot be written, if the result is too long or if
  ///   the target is empty.
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
          "The URL with App Link data is \(text.utf8.count) bytes long, and \(maximumLength) are "
          + "allowed. Send less in the extras."
      )
    }
    return text
  }

  /// A URL with the data as its last parameter.
  ///
  /// - Parameters:
  ///   - target: The URL to open, as text.
  ///   - maximumLength: The greatest length in bytes.
  /// - Returns: The URL with `al_applink_data`.
  /// - Throws: ``OutboundLinkError`` if the data cannot be written, if the result is too long, or
  ///   if the target is no URL.
  public func url(
    for target: String,
    maximumLength: Int = defaultMaximumLength
  ) throws(OutboundLinkError) -> URL {
    let text = try text(for: target, maximumLength: maximumLength)
    guard URLText.parse(target) != nil, let url = URLText.parse(text) else {
      let quoted = shown(URLRedaction.standard.redacted(target))
      throw OutboundLinkError(code: .notAURL, message: "'\(quoted)' is not a URL.")
    }
    return url
  }

  /// A URL with the data as its last parameter.
  ///
  /// - Parameters:
  ///   - target: The URL to open.
  ///   - maximumLength: The greatest length in bytes.
  /// - Returns: The URL with `al_applink_data`.
  /// - Throws: ``OutboundLinkError`` if the data cannot be written, or if the result is too long.
  public func url(
    for target: URL,
    maximumLength: Int = defaultMaximumLength
  ) throws(OutboundLinkError) -> URL {
    try url(for: target.absoluteString, maximumLength: maximumLength)
  }
}

internal import AppLinks
public import Foundation

/// An error that describes why a URL could not be resolved.
public struct AppLinkResolveError: Error, Sendable {
  /// The kind of the error, stable across releases.
  public let code: Code

  /// The URL that was requested when the error occurred.
  ///
  /// After a redirect, it differs from the source.
  public let url: URL

  /// A message for people that says what is wrong and what to do, without a final period.
  ///
  /// The wording can change in any release.
  public let message: String

  /// The status that is not acceptable, for ``AppLinkResolveError/Code/unacceptableStatus``.
  public let status: Int?

  /// The underlying error, if any.
  ///
  /// Its description can contain secrets of the URL.
  public let underlying: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - url: The URL that was requested.
  ///   - message: What is wrong and what to do.
  ///   - status: The status that is not acceptable.
  ///   - underlying: The underlying error.
  public init(
    _ code: Code,
    url: URL,
    message: String,
    status: Int? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.url = url
    self.message = message
    self.status = status
    self.underlying = underlying
  }
}

extension AppLinkResolveError: CustomStringConvertible {
  /// The requested URL, what is wrong, and what to do.
  ///
  /// Secrets in the URL are hidden according to `URLRedaction.standard`.
  public var description: String {
    "\(Self.shown(url)): \(message)"
  }

  /// Returns a URL in a form that is safe to display.
  static func shown(_ url: URL) -> String {
    let text = URLRedaction.standard.redacted(url.absoluteString)
    return SafeText.displayable(text, maximumLength: 200)
  }
}

extension AppLinkResolveError: LocalizedError {
  /// The same as the description.
  public var errorDescription: String? { description }
}

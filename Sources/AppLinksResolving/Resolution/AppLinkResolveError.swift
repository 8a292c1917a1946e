internal import AppLinks
public import Foundation

/// Why a URL could not be resolved.
public struct AppLinkResolveError: Error, Sendable {
  /// What kind of failure it is; stable, for programs.
  public let code: Code

  /// What was being asked for when it failed; after redirects that may be another URL than the
  /// source.
  public let url: URL

  /// What is wrong and what to do, in a sentence without a full stop; for people, and free to
  /// change.
  public let message: String

  /// The status that is not acceptable, for ``AppLinkResolveError/Code/unacceptableStatus``.
  public let status: Int?

  /// The error behind this one, if there is one; its description may hold secrets of the URL.
  public let underlying: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: What kind of failure it is.
  ///   - url: What was being asked for.
  ///   - message: What is wrong and what to do.
  ///   - status: The status that is not acceptable.
  ///   - underlying: The error behind this one.
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
  /// What was asked for, what is wrong, and what to do.
  ///
  /// Secrets in the URL are left out, as `standard` knows them.
  public var description: String {
    "\(Self.shown(url)): \(message)"
  }

  /// A URL for people, who did not necessarily choose it.
  static func shown(_ url: URL) -> String {
    let text = URLRedaction.standard.redacted(url.absoluteString)
    return SafeText.displayable(text, maximumLength: 200)
  }
}

extension AppLinkResolveError: LocalizedError {
  /// The same as the description.
  public var errorDescription: String? { description }
}

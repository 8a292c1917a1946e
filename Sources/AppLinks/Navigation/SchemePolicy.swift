/// The rules for URLs that a page or another app asks to open.
///
/// A page chooses the targets of its link. Opened without a check of the scheme, a target could run
/// a script, read a file or start a telephone call. A policy is a value that you can change:
///
/// ```swift
/// var policy = SchemePolicy.standard
/// policy.sensitiveSchemes.remove("mailto")
/// policy.onlySchemes = ["shop", "https"]
/// ```
public struct SchemePolicy: Sendable, Hashable {
  /// The schemes, in lowercase, that are never opened.
  public var refusedSchemes: Set<String>

  /// The schemes that have an effect outside of an app.
  ///
  /// They are opened only after a confirmation.
  public var sensitiveSchemes: Set<String>

  /// The only schemes that are opened, or `nil` for no restriction.
  ///
  /// The web fallback can always use `http` and `https`.
  public var onlySchemes: Set<String>?

  init(refusedSchemes: Set<String>, sensitiveSchemes: Set<String>) {
    self.refusedSchemes = refusedSchemes
    self.sensitiveSchemes = sensitiveSchemes
  }

  /// Refuses scripts, files and URLs that pass arguments to system components, and requires a
  /// confirmation for calls, messages, connections, settings and installations.
  ///
  /// The policy covers the schemes of Apple platforms, Windows and Android, and applies all of them
  /// on every platform. <doc:OpeningLinks> lists the schemes and the reasons. Any other scheme is
  /// considered to belong to an app and opens without a confirmation.
  public static let standard = SchemePolicy(
    refusedSchemes: SystemSchemes.schemes(.refused),
    sensitiveSchemes: SystemSchemes.schemes(.asked)
  )

  /// The purpose of opening a URL.
  public enum Purpose: Sendable, Hashable {
    /// The URL opens an app.
    case app

    /// The URL opens a page in a browser.
    case web
  }

  /// The decision of a policy about a URL.
  public enum Verdict: Sendable, Hashable {
    /// The URL may be opened.
    case allowed

    /// The URL may be opened if the user confirms.
    case needsConfirmation

    /// The URL may not be opened.
    case refused
  }

  /// Returns the decision about a URL.
  ///
  /// The policy refuses a URL without a scheme, an `http` or `https` URL without a host, and for
  /// the web all URLs except `http` and `https`.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - purpose: The purpose of opening the URL.
  /// - Returns: The decision.
  public func verdict(for url: URLParts, as purpose: Purpose) -> Verdict {
    let scheme = url.normalizedScheme
    if scheme.isEmpty || refusedSchemes.contains(scheme) { return .refused }
    if url.isWeb, !url.isWebPage { return .refused }
    if purpose == .web { return url.isWeb ? .allowed : .refused }
    if let onlySchemes, !onlySchemes.contains(scheme) { return .refused }
    return sensitiveSchemes.contains(scheme) ? .needsConfirmation : .allowed
  }
}

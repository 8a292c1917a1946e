/// Which URLs may be opened on behalf of a page or another app.
///
/// What a page names as the target of a link is chosen by the page. Opened without a look at the
/// scheme, it could run a script, read a file or start a telephone call. A policy is a value;
/// change what you need:
///
/// ```swift
/// var policy = SchemePolicy.standard
/// policy.sensitiveSchemes.remove("mailto")
/// policy.onlySchemes = ["shop", "https"]
/// ```
public struct SchemePolicy: Sendable, Hashable {
  /// Schemes that are never opened, in small letters.
  public var refusedSchemes: Set<String>

  /// Schemes that do something outside of an app, and are opened only after the user was asked.
  public var sensitiveSchemes: Set<String>

  /// If set, the only schemes that are opened, apart from `http` and `https` as the web fallback.
  public var onlySchemes: Set<String>?

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - refusedSchemes: Schemes that are never opened, in small letters.
  ///   - sensitiveSchemes: Schemes that are opened only after the user was asked.
  ///   - onlySchemes: The only schemes that are opened; `nil` for all others.
  public init(
    refusedSchemes: Set<String>,
    sensitiveSchemes: Set<String>,
    onlySchemes: Set<String>? = nil
  ) {
    self.refusedSchemes = refusedSchemes
    self.sensitiveSchemes = sensitiveSchemes
    self.onlySchemes = onlySchemes
  }

  /// Refuses scripts, files, and what hands arguments to parts of a system, and asks before calls,
  /// messages, connections, settings and installations.
  ///
  /// It knows the schemes of Apple's systems, Windows and Android, and treats them the same on each
  /// of them. <doc:OpeningLinks> lists them, with the reasons. Any other scheme opens without a
  /// question: it is taken for one of an app.
  public static let standard = SchemePolicy(
    refusedSchemes: SystemSchemes.schemes(.refused),
    sensitiveSchemes: SystemSchemes.schemes(.asked)
  )

  /// What a URL is wanted for.
  public enum Purpose: Sendable, Hashable {
    /// To open an app.
    case app

    /// To show the page in a browser.
    case web
  }

  /// What is to be done with a URL.
  public enum Verdict: Sendable, Hashable {
    /// It may be opened.
    case allowed

    /// It may be opened if the user wants that.
    case needsConfirmation

    /// It may not be opened.
    case refused
  }

  /// Decides about a URL.
  ///
  /// A URL without a scheme is refused, an `http` or `https` URL without a host, and for the web
  /// everything but `http` and `https`.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - purpose: What it is wanted for.
  /// - Returns: What is to be done.
  public func verdict(for url: URLParts, as purpose: Purpose) -> Verdict {
    let scheme = url.normalizedScheme
    if scheme.isEmpty || refusedSchemes.contains(scheme) { return .refused }
    if url.isWeb, !url.isWebPage { return .refused }
    if purpose == .web { return url.isWeb ? .allowed : .refused }
    if let onlySchemes, !onlySchemes.contains(scheme) { return .refused }
    return sensitiveSchemes.contains(scheme) ? .needsConfirmation : .allowed
  }
}

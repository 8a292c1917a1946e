/// Why a part of a link led nowhere.
public struct NavigationReason: Sendable, Hashable {
  /// What kind of reason it is; stable, for programs.
  ///
  /// More may be added.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, in lower case with hyphens.
    public let rawValue: String

    /// Makes a code of its name.
    ///
    /// - Parameter rawValue: The name, in lower case with hyphens.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The target has no URL.
    public static let noURL = Code(rawValue: "no-url")

    /// What should be a URL is none.
    public static let notAURL = Code(rawValue: "not-a-url")

    /// The ``SchemePolicy`` does not allow the URL.
    public static let refusedByPolicy = Code(rawValue: "refused-by-policy")

    /// The URL with App Link data would be too long.
    public static let tooLong = Code(rawValue: "too-long")

    /// The user was asked and did not want it, or nobody asked.
    public static let notConfirmed = Code(rawValue: "not-confirmed")

    /// The system did not open the URL; usually because the app is not installed.
    public static let notOpened = Code(rawValue: "not-opened")

    /// The page forbids to fall back to the web.
    public static let noWebFallback = Code(rawValue: "no-web-fallback")

    /// The task was cancelled before everything was tried.
    public static let cancelled = Code(rawValue: "cancelled")

    /// The name.
    public var description: String { rawValue }
  }

  /// What kind of reason it is.
  public let code: Code

  /// The index of the target in the link; `nil` if it is about the web or the whole link.
  public let targetIndex: Int?

  /// What it is about and why, in a sentence, for people.
  public let message: String

  /// Makes a reason.
  ///
  /// - Parameters:
  ///   - code: What kind of reason it is.
  ///   - targetIndex: The index of the target in the link.
  ///   - message: What it is about and why.
  package init(code: Code, targetIndex: Int? = nil, message: String) {
    self.code = code
    self.targetIndex = targetIndex
    self.message = message
  }
}

extension NavigationReason: CustomStringConvertible {
  /// The sentence.
  public var description: String { message }
}

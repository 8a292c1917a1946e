/// The reason why a part of a link did not open.
public struct NavigationReason: Sendable, Hashable {
  /// The kind of a reason, stable across releases.
  ///
  /// Any release can add kinds.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, in lowercase with hyphens.
    public let rawValue: String

    /// Creates a code with a name.
    ///
    /// - Parameter rawValue: The name, in lowercase with hyphens.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The target has no URL.
    public static let noURL = Code(rawValue: "no-url")

    /// The text of a URL is not a URL.
    public static let notAURL = Code(rawValue: "not-a-url")

    /// The ``SchemePolicy`` does not allow the URL.
    public static let refusedByPolicy = Code(rawValue: "refused-by-policy")

    /// The URL with App Link data would be too long.
    public static let tooLong = Code(rawValue: "too-long")

    /// The user did not confirm, or there is no confirmation.
    public static let notConfirmed = Code(rawValue: "not-confirmed")

    /// The system did not open the URL, usually because the app is not installed.
    public static let notOpened = Code(rawValue: "not-opened")

    /// The page disallows the fallback to the web.
    public static let noWebFallback = Code(rawValue: "no-web-fallback")

    /// The task was cancelled before all steps were tried.
    public static let cancelled = Code(rawValue: "cancelled")

    /// The name.
    public var description: String { rawValue }
  }

  /// The kind of the reason.
  public let code: Code

  /// The index of the target in the link, or `nil` if the reason concerns the web or the whole
  /// link.
  public let targetIndex: Int?

  /// A message for people that says what did not open and why.
  public let message: String

  /// Creates a reason.
  ///
  /// - Parameters:
  ///   - code: The kind of the reason.
  ///   - targetIndex: The index of the target in the link.
  ///   - message: What did not open and why.
  package init(code: Code, targetIndex: Int? = nil, message: String) {
    self.code = code
    self.targetIndex = targetIndex
    self.message = message
  }
}

extension NavigationReason: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

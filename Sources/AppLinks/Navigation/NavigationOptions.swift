/// How a link is navigated.
public struct NavigationOptions: Sendable, Hashable {
  /// When the page of an app in the App Store is a step.
  public enum AppStore: String, Sendable, Hashable {
    /// Never, as in Bolts.
    case never

    /// If there is no web page to fall back to.
    case insteadOfNothing

    /// Before the web page.
    case beforeWeb
  }

  /// Which URLs may be opened.
  public var policy: SchemePolicy

  /// Whether the web page gets `al_applink_data` too, as the protocol wants it.
  ///
  /// Switch it off if the page must not learn what the extras say, or if its address is signed.
  public var sendsDataToWeb: Bool

  /// When the page of an app in the App Store is a step.
  public var appStore: AppStore

  /// The greatest length of a URL in bytes.
  public var maximumLength: Int

  /// What made the link, unless the data says so.
  public var userAgent: String

  /// Makes options.
  ///
  /// - Parameters:
  ///   - policy: Which URLs may be opened.
  ///   - sendsDataToWeb: Whether the web page gets `al_applink_data` too.
  ///   - appStore: When the page of an app in the App Store is a step.
  ///   - maximumLength: The greatest length of a URL in bytes.
  ///   - userAgent: What made the link, unless the data says so.
  public init(
    policy: SchemePolicy = .standard,
    sendsDataToWeb: Bool = true,
    appStore: AppStore = .never,
    maximumLength: Int = OutboundData.defaultMaximumLength,
    userAgent: String = OutboundData.defaultUserAgent
  ) {
    self.policy = policy
    self.sendsDataToWeb = sendsDataToWeb
    self.appStore = appStore
    self.maximumLength = maximumLength
    self.userAgent = userAgent
  }
}

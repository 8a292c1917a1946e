/// The options for navigating a link.
public struct NavigationOptions: Sendable, Hashable {
  /// When navigation offers the app's page in the App Store.
  public enum AppStore: String, Sendable, Hashable {
    /// Never, as in Bolts.
    case never

    /// Only if there is no web page to fall back to.
    case insteadOfNothing

    /// Before the web page.
    case beforeWeb
  }

  /// The policy that decides which URLs are opened.
  public var policy: SchemePolicy

  /// Whether the web page also receives `al_applink_data`, as the protocol requires.
  ///
  /// Set this property to `false` if the page must not see the extras, or if its URL is signed.
  public var sendsDataToWeb: Bool

  /// When navigation offers the app's page in the App Store.
  public var appStore: AppStore

  /// The maximum length of a URL, in bytes.
  public var maximumLength: Int

  /// The software that creates the link, unless the data names it.
  public var userAgent: String

  /// Creates options.
  ///
  /// - Parameters:
  ///   - policy: The policy that decides which URLs are opened.
  ///   - sendsDataToWeb: Whether the web page also receives `al_applink_data`.
  ///   - appStore: When navigation offers the app's page in the App Store.
  ///   - maximumLength: The maximum length of a URL, in bytes.
  ///   - userAgent: The software that creates the link, unless the data names it.
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

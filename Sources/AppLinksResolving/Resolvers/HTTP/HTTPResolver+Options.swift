public import AppLinks

extension HTTPResolver {
  /// What an ``HTTPResolver`` asks for, and how far it goes.
  public struct Options: Sendable {
    /// What is read of a page, and how much of it: 1 MiB unless you say otherwise.
    ///
    /// A longer page is no error: the rest of it is not loaded, and a diagnostic says so. With
    /// ``AppLinkScanner/Options/isHeadOnly`` the transfer ends at the end of the head.
    public var scanner: AppLinkScanner.Options

    /// Which redirects are followed.
    public var redirects: RedirectPolicy

    /// Where pages may be loaded from: ``NetworkPolicy/device`` unless you say otherwise.
    public var network: NetworkPolicy

    /// Which schemes of apps are resolved.
    public var schemes: SchemePolicy

    /// How long resolving may take, with all redirects.
    public var timeout: Duration

    /// How long to wait for the next byte.
    public var idleTimeout: Duration

    /// The header `User-Agent`; `nil` for that of the system.
    ///
    /// Some sites send tags to some user agents only.
    public var userAgent: String?

    /// Further header fields, which are sent to the origin of the URL only and not to where it
    /// redirects.
    ///
    /// They win over those that the resolver sends by itself: `Prefer-Html-Meta-Tags`, `Accept` and
    /// `User-Agent`.
    public var headers: [String: String]

    /// Whether a status outside of 200 to 299 is an error.
    ///
    /// The reference implementations of App Links read pages whatever their status; so does this
    /// unless you say otherwise.
    public var requiresSuccessStatus: Bool

    /// Makes options.
    ///
    /// - Parameters:
    ///   - scanner: What is read of a page, and how much of it.
    ///   - redirects: Which redirects are followed.
    ///   - network: Where pages may be loaded from.
    ///   - schemes: Which schemes of apps are resolved.
    ///   - timeout: How long resolving may take, with all redirects.
    ///   - idleTimeout: How long to wait for the next byte.
    ///   - userAgent: The header `User-Agent`; `nil` for that of the system.
    ///   - headers: Further header fields for the origin of the URL.
    ///   - requiresSuccessStatus: Whether a status outside of 200 to 299 is an error.
    public init(
      scanner: AppLinkScanner.Options = AppLinkScanner.Options(maximumBytes: 1 << 20),
      redirects: RedirectPolicy = RedirectPolicy(),
      network: NetworkPolicy = .device,
      schemes: SchemePolicy = .standard,
      timeout: Duration = .seconds(15),
      idleTimeout: Duration = .seconds(10),
      userAgent: String? = nil,
      headers: [String: String] = [:],
      requiresSuccessStatus: Bool = false
    ) {
      self.scanner = scanner
      self.redirects = redirects
      self.network = network
      self.schemes = schemes
      self.timeout = timeout
      self.idleTimeout = idleTimeout
      self.userAgent = userAgent
      self.headers = headers
      self.requiresSuccessStatus = requiresSuccessStatus
    }
  }
}

/// Which redirects an ``HTTPResolver`` follows.
public struct RedirectPolicy: Sendable, Hashable {
  /// The most redirects to follow, 0 or more.
  public var maximumCount: Int

  /// Whether to follow a redirect from `https` to `http`, on which the page could be changed by
  /// others.
  public var allowsDowngrade: Bool

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - maximumCount: The most redirects to follow, 0 or more.
  ///   - allowsDowngrade: Whether to follow a redirect from `https` to `http`.
  public init(maximumCount: Int = 10, allowsDowngrade: Bool = false) {
    self.maximumCount = maximumCount
    self.allowsDowngrade = allowsDowngrade
  }
}

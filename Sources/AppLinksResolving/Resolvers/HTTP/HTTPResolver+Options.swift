public import AppLinks
public import Transfers

extension HTTPResolver {
  /// The options of an ``HTTPResolver``: what it requests, and its limits.
  public struct Options: Sendable {
    /// The tags to read and the limits for reading.
    ///
    /// The default limit is 1 MiB.
    ///
    /// A longer page is not an error: the rest of it is not loaded, and a diagnostic reports it.
    /// With ``AppLinkScanner/Options/isHeadOnly`` the transfer ends at the end of the head.
    public var scanner: AppLinkScanner.Options

    /// The policy for redirects.
    public var redirects: RedirectPolicy

    /// The policy for hosts, addresses and ports.
    ///
    /// The default is `NetworkPolicy.device`, which allows all. Use `NetworkPolicy.server` in a
    /// service that resolves URLs from others.
    public var network: NetworkPolicy

    /// The policy for schemes of apps.
    public var schemes: SchemePolicy

    /// The time limit for resolving, including all redirects.
    public var timeout: Duration

    /// The time to wait for the next byte.
    public var idleTimeout: Duration

    /// The `User-Agent` header, or `nil` for that of the system.
    ///
    /// Some sites send tags only to certain user agents.
    public var userAgent: String?

    /// Additional header fields, which are sent only to the origin of the URL and not to other
    /// origins after a redirect.
    ///
    /// These fields take precedence over those that the resolver itself adds:
    /// `Prefer-Html-Meta-Tags`, `Accept` and `User-Agent`.
    public var headers: [String: String]

    /// Whether a status outside of 200 to 299 is an error.
    ///
    /// The default is `false`: like the reference implementations of App Links, the resolver reads
    /// pages with any status.
    public var requiresSuccessStatus: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - scanner: The tags to read and the limits for reading.
    ///   - redirects: The policy for redirects.
    ///   - network: The policy for hosts, addresses and ports.
    ///   - schemes: The policy for schemes of apps.
    ///   - timeout: The time limit for resolving, including all redirects.
    ///   - idleTimeout: The time to wait for the next byte.
    ///   - userAgent: The `User-Agent` header, or `nil` for that of the system.
    ///   - headers: Additional header fields for the origin of the URL.
    ///   - requiresSuccessStatus: Whether a status outside of 200 to 299 is an error.
    public init(
      scanner: AppLinkScanner.Options = .init(
        maximumBytes: AppLinkScanner.Options.usualMaximumBytes
      ),
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

/// The rules for redirects that an ``HTTPResolver`` follows.
public struct RedirectPolicy: Sendable, Hashable {
  let maximumCount: Int
  let allowsDowngrade: Bool

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maximumCount: The maximum number of redirects to follow, 0 or more.
  ///   - allowsDowngrade: Whether to follow a redirect from `https` to `http`, where others can
  ///     modify the page in transit.
  public init(maximumCount: Int = 10, allowsDowngrade: Bool = false) {
    self.maximumCount = maximumCount
    self.allowsDowngrade = allowsDowngrade
  }
}

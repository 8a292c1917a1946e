extension AppLinkResolveError {
  /// The kind of an error, in lowercase with hyphens.
  ///
  /// The type is not an enumeration, because any release can add kinds.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, such as `redirect-loop`.
    public let rawValue: String

    /// Creates a code with a name.
    ///
    /// - Parameter rawValue: The name, in lowercase with hyphens.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
  }
}

extension AppLinkResolveError.Code {
  // MARK: The URL

  /// The scheme of the URL is missing or never opened.
  public static let schemeRefused = Self(rawValue: "scheme-refused")

  /// The host of the URL is missing or written in a way that is not allowed.
  public static let hostRefused = Self(rawValue: "host-refused")

  /// The URL has an address that is not public.
  public static let addressRefused = Self(rawValue: "address-refused")

  /// The port of the URL is not allowed.
  public static let portRefused = Self(rawValue: "port-refused")

  /// The URL contains a user name or password.
  public static let userInfoRefused = Self(rawValue: "user-info-refused")

  // MARK: Redirects

  /// The number of redirects exceeds the limit.
  public static let tooManyRedirects = Self(rawValue: "too-many-redirects")

  /// A redirect leads back to an earlier URL.
  public static let redirectLoop = Self(rawValue: "redirect-loop")

  /// A redirect leads from `https` to `http`.
  public static let downgradeRefused = Self(rawValue: "downgrade-refused")

  // MARK: The transfer

  /// The name of the host is unknown.
  public static let hostNotFound = Self(rawValue: "host-not-found")

  /// The connection could not be established.
  public static let cannotConnect = Self(rawValue: "cannot-connect")

  /// The connection ended before the page was complete.
  public static let connectionLost = Self(rawValue: "connection-lost")

  /// The page did not arrive in time.
  public static let timedOut = Self(rawValue: "timed-out")

  /// The server responded with a status that is not acceptable.
  public static let unacceptableStatus = Self(rawValue: "unacceptable-status")

  /// The transfer failed for another reason.
  ///
  /// See ``AppLinkResolveError/underlying``.
  public static let transferFailed = Self(rawValue: "transfer-failed")

  // MARK: Other resolvers

  /// The resolver has no information about the URL.
  public static let unknownURL = Self(rawValue: "unknown-url")

  /// The answer of an index is unreadable or reports an error.
  public static let indexFailed = Self(rawValue: "index-failed")

  /// All resolvers failed.
  ///
  /// ``AppLinkResolveError/underlying`` contains their errors.
  public static let allFailed = Self(rawValue: "all-failed")
}

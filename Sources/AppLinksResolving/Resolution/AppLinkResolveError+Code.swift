extension AppLinkResolveError {
  /// The kind of a failure, spelt in lower case with hyphens.
  ///
  /// More kinds may be added in any release, so this is not an enumeration.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, such as `redirect-loop`.
    public let rawValue: String

    /// Makes a code of its name.
    ///
    /// - Parameter rawValue: The name, in lower case with hyphens.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
  }
}

extension AppLinkResolveError.Code {
  // MARK: The URL

  /// The scheme of the URL is one that is never opened, or there is none.
  public static let schemeRefused = Self(rawValue: "scheme-refused")

  /// The host of the URL is missing, or spelt in a way that is not allowed.
  public static let hostRefused = Self(rawValue: "host-refused")

  /// The URL leads to an address that is not public.
  public static let addressRefused = Self(rawValue: "address-refused")

  /// The port of the URL is not one of those that are allowed.
  public static let portRefused = Self(rawValue: "port-refused")

  /// The URL has a user name or password in it.
  public static let userInfoRefused = Self(rawValue: "user-info-refused")

  // MARK: Redirects

  /// There are more redirects than allowed.
  public static let tooManyRedirects = Self(rawValue: "too-many-redirects")

  /// A redirect leads back to where it came from.
  public static let redirectLoop = Self(rawValue: "redirect-loop")

  /// A redirect leads from `https` to `http`.
  public static let downgradeRefused = Self(rawValue: "downgrade-refused")

  // MARK: The transfer

  /// The name of the host is not known.
  public static let hostNotFound = Self(rawValue: "host-not-found")

  /// No connection could be made.
  public static let cannotConnect = Self(rawValue: "cannot-connect")

  /// The connection ended before the page did.
  public static let connectionLost = Self(rawValue: "connection-lost")

  /// There was no answer in time, or not all of it.
  public static let timedOut = Self(rawValue: "timed-out")

  /// The server answered with a status that is not acceptable.
  public static let unacceptableStatus = Self(rawValue: "unacceptable-status")

  /// The transfer failed for another reason; see ``AppLinkResolveError/underlying``.
  public static let transferFailed = Self(rawValue: "transfer-failed")

  // MARK: Other resolvers

  /// The resolver knows nothing about the URL.
  public static let unknownURL = Self(rawValue: "unknown-url")

  /// The answer of an index cannot be read, or reports an error.
  public static let indexFailed = Self(rawValue: "index-failed")

  /// All resolvers that were asked have failed; ``AppLinkResolveError/underlying`` has their
  /// errors.
  public static let allFailed = Self(rawValue: "all-failed")
}

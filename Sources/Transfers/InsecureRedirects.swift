/// The redirects from `https` to `http` that a transfer follows.
public struct InsecureRedirects: Hashable, Sendable, CustomStringConvertible {
  private enum Kind: String { case never, withoutCredentials, always }

  private let kind: Kind

  /// No redirects.
  public static let never = InsecureRedirects(kind: .never)

  /// Redirects of requests without credentials.
  ///
  /// Credentials are the header fields `Authorization`, `Cookie` and `Proxy-Authorization`, those
  /// of ``TransferOptions/secretFields``, and a user name or password in the URL.
  public static let withoutCredentials = InsecureRedirects(kind: .withoutCredentials)

  /// All redirects.
  ///
  /// Credentials in header fields are removed.
  public static let always = InsecureRedirects(kind: .always)

  /// The name of the choice.
  public var description: String { kind.rawValue }
}

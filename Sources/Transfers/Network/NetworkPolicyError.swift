public import Foundation

/// The error of a request that a ``NetworkPolicy`` refuses; nothing was sent.
public struct NetworkPolicyError: Error, Hashable, Sendable {
  /// What the policy refuses.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String { case address, host, port, userInfo }

    private let kind: Kind

    /// The host has an address that is not public.
    public static let address = Code(kind: .address)

    /// There is no host, or it is written in a way that is not allowed.
    public static let host = Code(kind: .host)

    /// The port is not allowed.
    public static let port = Code(kind: .port)

    /// The URL contains a user name or password.
    public static let userInfo = Code(kind: .userInfo)

    /// What is refused, in one word.
    public var description: String { kind.rawValue }
  }

  /// What the policy refuses.
  public let code: Code

  /// The URL of the request.
  public let url: URL?

  /// A human-readable message that says what is wrong and what to do, without a final period.
  public let message: String
}

extension NetworkPolicyError: CustomStringConvertible {
  /// A message with the host, what is wrong, and what to do.
  public var description: String {
    let subject = WebTarget(url).map { "\($0.host): " } ?? ""
    return "\(subject)\(message)"
  }
}

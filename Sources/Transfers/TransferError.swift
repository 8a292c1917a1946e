public import Foundation

/// The error of a response whose body is unusable.
public struct TransferError: Error, Sendable {
  /// The kind of error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String { case incomplete, tooLarge, changed, redirect }

    private let kind: Kind

    /// The connection ended before the body did, or the body was shorter than announced.
    public static let incompleteBody = Code(kind: .incomplete)

    /// The body is longer than ``TransferOptions/maximumBody``.
    public static let bodyTooLarge = Code(kind: .tooLarge)

    /// The server continued a download at another position than requested.
    public static let wrongContinuation = Code(kind: .changed)

    /// A redirect has a body that is too long, or a header takes too long.
    ///
    /// On Linux a session does not deliver the body of a redirect, and the two cases are
    /// indistinguishable; see ``TransferSession``. This error does not occur on other platforms.
    public static let redirectTooLarge = Code(kind: .redirect)

    /// The kind in one word.
    public var description: String { kind.rawValue }
  }

  /// The kind of error.
  public let code: Code

  /// The URL of the request.
  public let url: URL?

  /// The number of bytes of the body that had arrived.
  public let received: Int64

  /// The number of bytes that were announced or allowed; `nil` if unknown.
  public let expected: Int64?

  /// The error of the session, if it reported one.
  public let underlying: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of error.
  ///   - url: The URL of the request.
  ///   - received: The number of bytes of the body that had arrived.
  ///   - expected: The number of bytes that were announced or allowed.
  ///   - underlying: The error of the session.
  public init(
    _ code: Code,
    url: URL?,
    received: Int64,
    expected: Int64?,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.url = url
    self.received = received
    self.expected = expected
    self.underlying = underlying
  }
}

extension TransferError: CustomStringConvertible {
  /// A message with the URL, what is wrong with the response, and what to do.
  public var description: String {
    let subject = url.map { "\($0.absoluteString): " } ?? ""
    switch code {
    case .incompleteBody:
      let whole = expected.map { " of \($0)" } ?? ""
      return "\(subject)the connection ended after \(received)\(whole) bytes; try again"
    case .bodyTooLarge:
      return "\(subject)the body exceeds the limit of \(expected ?? 0) bytes; raise the limit, "
        + "or download to a file"
    case .redirectTooLarge:
      return "\(subject)the server sent a redirect with a body that is too long, or did not "
        + "complete a header in time; check the server"
    default:
      return "\(subject)the server did not continue at byte \(received); try again to start "
        + "from the beginning"
    }
  }
}

public import Foundation

/// Why the body of a response is of no use.
public struct TransferError: Error, Sendable {
  /// What is wrong with the body.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String { case incomplete, tooLarge, changed, redirect }

    private let kind: Kind

    /// The connection ended before the body did: it was cut, or was shorter than the server had
    /// said.
    public static let incompleteBody = Code(kind: .incomplete)

    /// The body is longer than ``TransferOptions/maximumBody``.
    public static let bodyTooLarge = Code(kind: .tooLarge)

    /// The server continued a download somewhere else than where it was broken off.
    public static let wrongContinuation = Code(kind: .changed)

    /// A redirect has a body that is too long, or the header of a response takes too long to come.
    ///
    /// On Linux a session keeps the body of a redirect to itself, and tells neither from the other;
    /// see ``TransferSession``. Elsewhere this does not happen.
    public static let redirectTooLarge = Code(kind: .redirect)

    /// One word for it.
    public var description: String { kind.rawValue }
  }

  /// What is wrong.
  public let code: Code

  /// What was asked for.
  public let url: URL?

  /// How many bytes of the body had arrived.
  public let received: Int64

  /// How many bytes there should have been, or were allowed; `nil` if nobody knows.
  public let expected: Int64?

  /// The session's own error, if it noticed too.
  public let underlying: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: What is wrong.
  ///   - url: What was asked for.
  ///   - received: How many bytes of the body had arrived.
  ///   - expected: How many bytes there should have been, or were allowed.
  ///   - underlying: The session's own error.
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
  /// What was asked for, what is wrong with the answer, and what to do.
  public var description: String {
    let subject = url.map { "\($0.absoluteString): " } ?? ""
    switch code {
    case .incompleteBody:
      let whole = expected.map { " of \($0)" } ?? ""
      return "\(subject)the connection ended after \(received)\(whole) bytes; try again"
    case .bodyTooLarge:
      return "\(subject)the body is longer than the allowed \(expected ?? 0) bytes; allow more, "
        + "or load it into a file"
    case .redirectTooLarge:
      return "\(subject)the server redirects with a body that is too long, or does not end the "
        + "header of its answer in time; check what it sends"
    default:
      return "\(subject)the server did not continue at byte \(received); start again"
    }
  }
}

public import Foundation

/// The error of a response that a transfer cannot use.
public struct TransferError: Error, Sendable {
  /// The kind of error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case incomplete, tooLarge, changed, insecureRedirect, uncheckedBody, coding
    }

    private let kind: Kind

    /// The connection ended before the body did, or the body was shorter than announced.
    public static let incompleteBody = Code(kind: .incomplete)

    /// The body is longer than ``TransferOptions/maximumBodyBytes`` allows.
    public static let bodyTooLarge = Code(kind: .tooLarge)

    /// The server continued a download at another position than requested.
    public static let wrongContinuation = Code(kind: .changed)

    /// A redirect leads from `https` to `http`, which ``TransferOptions/insecureRedirects``
    /// refuses.
    ///
    /// The URL of the error is that of the response.
    public static let insecureRedirect = Code(kind: .insecureRedirect)

    /// A body is compressed, although the request asked for one that is not.
    ///
    /// On Linux a session does not notice that a compressed body ends too early. A transfer over it
    /// therefore asks for `identity`, unless the request has its own `Accept-Encoding`, which
    /// accepts such bodies. This error does not occur on other platforms, and not over the back end
    /// of `TransfersHTTPClient`.
    public static let uncheckedBody = Code(kind: .uncheckedBody)

    /// The body has a content coding that cannot be decoded, or is not in the coding that the
    /// response names; see ``TransferError/coding``.
    public static let undecodableBody = Code(kind: .coding)

    /// The kind in one word.
    public var description: String { kind.rawValue }
  }

  /// The kind of error.
  public let code: Code

  /// The URL of the request.
  public let url: URL?

  /// The number of bytes of the body that had arrived.
  public let bytesReceived: Int64

  /// The number of bytes that were announced or allowed; `nil` if unknown.
  public let bytesExpected: Int64?

  /// The content coding of a body that cannot be decoded, such as `br`; otherwise `nil`.
  public let coding: String?

  /// The error of the session, if it reported one.
  public let underlying: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of error.
  ///   - url: The URL of the request.
  ///   - bytesReceived: The number of bytes of the body that had arrived.
  ///   - bytesExpected: The number of bytes that were announced or allowed.
  ///   - underlying: The error of the session.
  public init(
    _ code: Code,
    url: URL?,
    bytesReceived: Int64,
    bytesExpected: Int64?,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.url = url
    self.bytesReceived = bytesReceived
    self.bytesExpected = bytesExpected
    coding = nil
    self.underlying = underlying
  }

  /// Creates the error of a body that cannot be decoded.
  ///
  /// - Parameters:
  ///   - code: The kind of error.
  ///   - url: The URL of the request.
  ///   - coding: The value of the field, without characters that no coding contains.
  ///   - underlying: The error of the client.
  package init(_ code: Code, url: URL?, coding: String, underlying: (any Error)?) {
    self.code = code
    self.url = url
    bytesReceived = 0
    bytesExpected = nil
    let name = coding.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_., ".contains($0)) }
    self.coding = String(name.prefix(60))
    self.underlying = underlying
  }
}

extension TransferError: CustomStringConvertible {
  /// A message with the URL, what is wrong with the response, and what to do.
  public var description: String {
    "\(url.map { "\($0.absoluteString): " } ?? "")\(message)"
  }

  /// What is wrong with the response, and what to do, without a final period.
  package var message: String {
    switch code {
    case .incompleteBody:
      let whole = bytesExpected.map { " of \($0)" } ?? ""
      return "the connection ended after \(bytesReceived)\(whole) bytes; try again"
    case .bodyTooLarge:
      return "the body exceeds the limit of \(bytesExpected ?? 0) bytes; raise the limit, "
        + "or download to a file"
    case .insecureRedirect:
      return "the server redirected from https to http, which the options refuse; "
        + "request the destination yourself, without credentials, or allow insecure redirects"
    case .uncheckedBody:
      return "the server compressed the body without being asked to, and URLSession "
        + "cannot tell on Linux whether such a body is complete; set Accept-Encoding to load it "
        + "anyway, or use TransfersHTTPClient"
    case .undecodableBody:
      return "the body has the content coding '\(coding ?? "")', and cannot be decoded; "
        + "have the server send gzip, deflate, or no coding"
    default:
      return "the server did not continue at byte \(bytesReceived); try again to start "
        + "from the beginning"
    }
  }
}

package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// The receiver of the events of a request.
///
/// A back end delivers the events one after another, if ``mayBlock`` is true on a queue where
/// blocking is harmless. Otherwise it may call `didSend(_:of:)` while it delivers another event.
package protocol TransferEvents: Sendable {
  /// How to follow redirects.
  var redirects: RedirectRules { get }

  /// The rules for where requests are sent.
  ///
  /// The back end asks for the addresses of every request, and connects to one of them.
  var network: NetworkPolicy { get }

  /// Whether the transfer has ended, so that no request is sent and no event is needed.
  var isOver: Bool { get }

  /// Whether an event may block its thread: the receiver writes to a file, or calls a closure of
  /// its caller.
  var mayBlock: Bool { get }

  /// A response has begun.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - hidesEnd: Whether a body that is cut short looks complete to the back end.
  /// - Returns: Whether to continue.
  func didReceive(_ response: URLResponse, hidesEnd: Bool) -> Bool

  /// A part of the body has arrived.
  ///
  /// - Returns: Whether to continue.
  func didReceive(_ data: Data) -> Bool

  /// A part of the request's body was sent.
  func didSend(_ count: Int64, of total: Int64)

  /// The request has ended.
  ///
  /// - Parameters:
  ///   - response: The response, in case it was not delivered.
  ///   - error: The error of the back end.
  func didComplete(_ response: URLResponse?, _ error: (any Error)?)
}

extension TransferEvents {
  /// A response has begun, and its body will be complete if no error is reported.
  ///
  /// - Returns: Whether to continue.
  package func didReceive(_ response: URLResponse) -> Bool {
    didReceive(response, hidesEnd: false)
  }
}

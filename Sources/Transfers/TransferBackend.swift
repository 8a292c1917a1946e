package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// The part of a transfer session that sends requests and receives responses.
///
/// A back end knows nothing of sinks, limits and progress; ``TransferEvents`` decides after each
/// event whether the request continues.
package protocol TransferBackend: Sendable {
  /// Starts a request, asynchronously, unless its transfer has ended by then.
  ///
  /// The request retains the back end until it ends.
  ///
  /// - Parameters:
  ///   - request: The first request; redirects lead to others if the transfer follows them.
  ///   - body: The body of the request.
  ///   - transfer: The receiver of the events.
  /// - Returns: A closure that stops the request and does not block.
  func start(
    _ request: URLRequest,
    _ body: TransferBody,
    for transfer: any TransferEvents
  ) -> @Sendable () -> Void
}

/// The body of the request of a transfer.
package enum TransferBody: Sendable {
  /// The body of the `URLRequest`, if it has one.
  case ofRequest
  /// Data, instead of the body of the `URLRequest`.
  case data(Data)
  /// The content of a file, which is read while it is sent.
  case file(URL)
}

package import Futures
internal import FuturesFoundation

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A session for transfers with progress, limits and typed errors.
///
/// - Warning: On Linux a session over `URLSession` is for servers that you trust: a few malformed
///   responses end the process, because `URLSession` traps on them before it calls any delegate,
///   and bodies that do not end use memory. For other servers, use the back end of the product
///   `TransfersHTTPClient`.
///
/// ```swift
/// let session = TransferSession(configuration: .ephemeral)
/// let options = TransferOptions(maximumBodyBytes: 1_000_000)
/// let page = session.data(for: request, options: options) { progress in
///   print(progress.bytesReceived)
/// }
/// ```
///
/// Compared with what `URLSession` reports, these methods do more:
///
/// - They report bytes as they are sent and received.
/// - A status of 400 or more fails with ``HTTPStatusError`` and a bounded body, unless
///   ``TransferOptions/failsOnErrorStatus`` is `false`.
/// - A body that ends too early fails with ``TransferError``, even where the session overlooks it.
/// - A body that is too long stops the transfer as soon as its length is known. In memory, bodies
///   are limited by default.
/// - A compressed body that ends too early fails. On Linux a session does not notice such an end,
///   so a transfer over it asks for bodies that are not compressed, unless the request or the
///   configuration has an `Accept-Encoding`, and fails with ``TransferError/Code/uncheckedBody`` if
///   the server compresses nevertheless.
/// - Credentials are not sent to another origin: neither those of the request nor those in the
///   `httpAdditionalHeaders` of the configuration; see ``TransferOptions/followsRedirects``.
/// - A malformed request, whose method or header fields would form a different request, fails with
///   ``InvalidRequestError`` before anything is sent.
/// - The body of a redirect is skipped.
///
/// All of this requires a delegate, and on Linux `URLSession` ignores the delegates of single
/// tasks: a task that has one never ends. A transfer session therefore owns a `URLSession`. It
/// closes that session when it is released; running transfers continue to their end. With the
/// product `TransfersHTTPClient`, a session can use AsyncHTTPClient instead.
///
/// - Note: On Linux `URLSession` has no limit for the time of a whole transfer. Add a `timeout` to
///   the future and cancel the transfer with it. The limit for the time between two bytes works
///   everywhere, in the configuration (`timeoutIntervalForRequest`) and in a request
///   (`timeoutInterval`); on Linux it is rounded up to whole seconds, and is a day at most. On
///   Linux there is no cache either: with one, a task that is cancelled right after its start could
///   trap.
public final class TransferSession: Sendable {
  /// A shared session with the default configuration.
  public static let shared = TransferSession()

  private let backend: any TransferBackend

  /// Creates a session.
  ///
  /// - Parameter configuration: The configuration, which is copied. Pass that of an existing
  ///   `URLSession` to adopt its cookies, credentials and timeouts.
  public convenience init(configuration: URLSessionConfiguration = .default) {
    self.init(over: URLSessionBackend(configuration: configuration))
  }

  /// Creates a session that isolates its transfers from each other.
  ///
  /// Each transfer has its own `URLSession`. By default nothing is kept between transfers: no
  /// cookies, no cache, and no credentials.
  ///
  /// - Parameter configuration: The configuration, for example with a proxy, or `nil` for one that
  ///   stores nothing.
  /// - Returns: The session.
  public static func isolated(
    configuration: URLSessionConfiguration? = nil
  ) -> TransferSession {
    TransferSession(over: IsolatedBackend(configuration: configuration ?? .forgetful))
  }

  /// Creates a session over a back end.
  ///
  /// - Parameter backend: The back end, which the session and its running transfers retain.
  package init(over backend: any TransferBackend) { self.backend = backend }

  /// The parts of a transfer.
  package struct Parts<Output: Sendable>: Sendable {
    /// Receives the body.
    let sink: any TransferSink<Output>
    /// The first request.
    let request: URLRequest
    /// The body of the request.
    let body: TransferBody

    package init(
      sink: any TransferSink<Output>,
      request: URLRequest,
      body: TransferBody = .ofRequest
    ) {
      self.sink = sink
      self.request = request
      self.body = body
    }
  }

  /// Starts a transfer.
  ///
  /// - Parameters:
  ///   - options: The limits.
  ///   - token: Cancels the transfer.
  ///   - progress: Called as bytes are sent and received, if there is one.
  ///   - fileID: The call site.
  ///   - line: The call site.
  ///   - makeParts: Returns the parts of the transfer; not called if the token is already
  ///     cancelled. An error that it throws fails the future.
  /// - Returns: A future of the sink's output and the response.
  package func transfer<Output>(
    options: TransferOptions,
    cancellation token: CancellationToken,
    progress: (@Sendable (TransferProgress) -> Void)?,
    _ fileID: StaticString,
    _ line: UInt,
    _ makeParts: () throws -> Parts<Output>
  ) -> Future<(Output, URLResponse), any Error> {
    .adapted(cancellation: token, fileID, line) { promise in
      let parts: Parts<Output>
      do {
        parts = try makeParts()
        try parts.request.checkSyntax()
      } catch {
        promise.fail(error)
        return {}
      }
      let transfer = Transfer(
        of: parts.request,
        into: parts.sink,
        options: options,
        progress: progress,
        promise: promise
      )
      // The first observer, so that later observers of the cancellation find the sink at rest.
      promise.future.whenSettled { [sink = parts.sink] in sink.giveUp(because: nil) }
      return backend.start(parts.request, parts.body, for: transfer)
    }
  }
}

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
/// - Warning: On Linux a server can end the process. `URLSession` of swift-corelibs-foundation
///   traps before it calls any delegate, so nothing here can prevent it, in
///   - `_NativeProtocol.transferCompleted(withError:)`, if the connection ends within the header,
///     or if trailer fields follow a chunked body;
///   - `_EasyHandle.setupCallbacks()`, in the callback for header lines, if `Content-Length` is
///     2^63 − 512 or more, also that of a redirect.
///
///   The same is true of every other use of `URLSession`. To load from servers that you do not
///   trust, use another HTTP client, or a process that may end.
///
/// ```swift
/// let session = TransferSession(configuration: .ephemeral)
/// let options = TransferOptions(maximumBody: 1_000_000)
/// let page = session.data(for: request, options: options) { progress in
///   print(progress.received)
/// }
/// ```
///
/// The `future…` methods of `URLSession` return what the session reports. These methods do more:
///
/// - They report bytes as they are sent and received.
/// - A status of 400 or more fails with ``HTTPStatusError`` and a bounded body, unless
///   ``TransferOptions/failsOnErrorStatus`` is `false`.
/// - A body that ends too early fails with ``TransferError``, even where the session overlooks it.
/// - A body that is too long stops the transfer as soon as its length is known.
/// - The body of a redirect is skipped. On Linux a session does not deliver such a body before it
///   is complete. A body that has begun, is longer than 64 KiB or of unknown length, and was not
///   delivered within a second fails with ``TransferError/Code/redirectTooLarge``. After an interim
///   response, such as 103, the time that the session waits for a byte is added.
///
/// All of this requires a delegate, and on Linux `URLSession` ignores the delegates of single
/// tasks: a task that has one never ends. A transfer session therefore owns a `URLSession`. It
/// closes that session when it is released; running transfers continue to their end.
///
/// - Note: On Linux `URLSession` has no limit for the time of a whole transfer. Add a `timeout` to
///   the future and cancel the transfer with it. The limit for the time between two bytes,
///   `timeoutIntervalForRequest`, works everywhere. On Linux there is no cache: with one, a task
///   that is cancelled right after its start could trap.
public final class TransferSession: Sendable {
  /// A shared session with the default configuration.
  public static let shared = TransferSession()

  private let session: URLSession
  private let delegate: TransferDelegate
  private let giveUpReading: @Sendable () -> Void

  /// Creates a session.
  ///
  /// - Parameter configuration: The configuration, which is copied. Pass that of an existing
  ///   `URLSession` to adopt its cookies, credentials and time limits.
  public convenience init(configuration: URLSessionConfiguration = .default) {
    self.init(configuration: configuration, clock: ContinuousClock())
  }

  /// Creates a session with a clock, for tests.
  ///
  /// - Parameters:
  ///   - configuration: The configuration, which is copied.
  ///   - clock: The clock that measures the time of a header on Linux.
  package init(configuration: URLSessionConfiguration, clock: any Clock<Duration>) {
    delegate = TransferDelegate(clock: clock)
    session = URLSession(
      configuration: Self.withoutCache(configuration),
      delegate: delegate,
      delegateQueue: nil
    )
    giveUpReading = {}
  }

  /// Creates a session for a single transfer of a body of any size.
  ///
  /// Memory use stays bounded for every response. This requires a session for each transfer, so it
  /// is not the default.
  ///
  /// - Parameter configuration: The configuration, which is copied.
  package init(forSingleTransfer configuration: URLSessionConfiguration) {
    delegate = TransferDelegate(clock: ContinuousClock())
    #if canImport(FoundationNetworking)
    let queue = PacedQueue()
    giveUpReading = { queue.close() }
    #else
    let queue: OperationQueue? = nil
    giveUpReading = {}
    #endif
    session = URLSession(
      configuration: Self.withoutCache(configuration),
      delegate: delegate,
      delegateQueue: queue
    )
  }

  /// Tells a session for a single transfer that its data is no longer wanted.
  package func close() { giveUpReading() }

  /// Returns the configuration without a cache on Linux.
  ///
  /// While a task searches the cache its cancellation is deferred, and may be performed after the
  /// task has ended and is forgotten, which traps.
  private static func withoutCache(
    _ configuration: URLSessionConfiguration
  ) -> URLSessionConfiguration {
    #if canImport(FoundationNetworking)
    let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
    configuration.urlCache = nil
    #endif
    return configuration
  }

  deinit {
    // Waits for the session, which on Linux a flood may block.
    let session = session
    DispatchQueue(label: "closing a session").async { session.finishTasksAndInvalidate() }
  }

  /// The parts of a transfer.
  package struct Parts<Output: Sendable>: Sendable {
    /// Receives the body.
    let sink: any TransferSink<Output>
    /// The first request.
    let request: URLRequest
    /// Creates the task of the session, for the request or for a similar one to another
    /// destination.
    let makeTask: @Sendable (URLSession, URLRequest) -> URLSessionTask

    package init(
      sink: any TransferSink<Output>,
      request: URLRequest,
      makeTask: @escaping @Sendable (URLSession, URLRequest) -> URLSessionTask
    ) {
      self.sink = sink
      self.request = request
      self.makeTask = makeTask
    }
  }

  /// Starts a transfer.
  ///
  /// The task is created and started asynchronously. On Linux both wait for a queue that all
  /// sessions of a process share. While a flood blocks one of the sessions, that takes as long as
  /// the flood, and must not block the threads of Swift's concurrency: none would remain to end the
  /// flood.
  ///
  /// - Parameters:
  ///   - options: The limits.
  ///   - token: Cancels the transfer.
  ///   - progress: Called as bytes are sent and received.
  ///   - fileID: The call site.
  ///   - line: The call site.
  ///   - makeParts: Returns the parts of the transfer; not called if the token is already
  ///     cancelled. An error that it throws fails the future.
  /// - Returns: A future of the sink's output and the response.
  package func transfer<Output>(
    options: TransferOptions,
    cancellation token: CancellationToken,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    _ fileID: StaticString,
    _ line: UInt,
    _ makeParts: () throws -> Parts<Output>
  ) -> Future<(Output, URLResponse), any Error> {
    .adapted(cancellation: token, fileID, line) { promise in
      let parts: Parts<Output>
      do {
        parts = try makeParts()
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
      return start(parts.request, parts.makeTask, for: transfer) { promise.future.isCompleted }
    }
  }

  /// Starts a task for a transfer, unless the transfer has ended.
  ///
  /// The session is retained until then, because a closed session accepts no tasks. On Linux it is
  /// retained until the end of the transfer, whose redirects are followed with further tasks.
  ///
  /// - Returns: A closure that stops the task.
  private func start(
    _ request: URLRequest,
    _ makeTask: @escaping @Sendable (URLSession, URLRequest) -> URLSessionTask,
    for transfer: any TransferEvents,
    unless isOver: @escaping @Sendable () -> Bool
  ) -> @Sendable () -> Void {
    let queue = DispatchQueue(label: "starting and stopping a transfer")
    let started = Locked<URLSessionTask?>(nil)
    #if canImport(Darwin)
    queue.async { [self] in
      if isOver() { return }
      let task = makeTask(session, request)
      started.withLock { $0 = task }
      delegate.start(task, of: session, for: transfer)
    }
    #else
    let route = TransferRoute(from: request)
    @Sendable func go(to request: URLRequest) {
      queue.async { [self] in
        if isOver() { return }
        do {
          let next = try route.follow(request)
          let isAlike = next.httpMethod == route.start.httpMethod
          let task = isAlike ? makeTask(session, next) : session.dataTask(with: next)
          started.withLock { $0 = task }
          delegate.start(task, of: session, for: transfer) { go(to: $0) }
        } catch {
          transfer.didComplete(nil, error)
        }
      }
    }
    go(to: request)
    #endif
    return { [delegate] in
      queue.async { if let task = started.withLock({ $0 }) { delegate.stop(task) } }
    }
  }
}

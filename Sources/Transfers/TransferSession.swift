package import Futures
internal import FuturesFoundation

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Makes transfers that tell how far they have come and keep to limits.
///
/// - Warning: On Linux a server can end the process. `URLSession` of swift-corelibs-foundation
///   traps before it calls any delegate, so that nothing here can prevent it, in
///   - `_NativeProtocol.transferCompleted(withError:)`, if the connection ends within the header,
///     or if a chunked body has trailer fields behind it;
///   - `_EasyHandle.setupCallbacks()`, in the callback for header lines, if `Content-Length` is
///     2^63 − 512 or more, also that of a redirect.
///
///   The same is true of every other use of `URLSession`. Load from servers that you do not trust
///   with another HTTP client, or in a process that may end.
///
/// ```swift
/// let session = TransferSession(configuration: .ephemeral)
/// let options = TransferOptions(maximumBody: 1_000_000)
/// let page = session.data(for: request, options: options) { progress in
///   print(progress.received)
/// }
/// ```
///
/// The `future…` methods of `URLSession` hand over what the session gives them. These do more:
///
/// - They report bytes as they are sent and received.
/// - A status of 400 or more is an ``HTTPStatusError`` with a bounded body, unless
///   ``TransferOptions/failsOnErrorStatus`` is off.
/// - A body that ends too early is a ``TransferError``, also where the session overlooks it.
/// - A body that is too long is given up as soon as that is known.
/// - The body of a redirect is given up, too. On Linux a session keeps it to itself until all of it
///   is there. What has begun, is longer than 64 KiB or of unknown length, and was not handed over
///   within a second, fails with ``TransferError/Code/redirectTooLarge``. After an interim
///   response, such as 103, the time that the session waits for a byte comes on top.
///
/// All that needs a delegate, and on Linux `URLSession` leaves the delegates of single tasks alone
/// (a task that has one never ends). So this is an object with a session of its own. It closes that
/// session when it is released; transfers that are under way go on to their end.
///
/// - Note: On Linux `URLSession` has no limit for the time of a whole transfer: put a `timeout`
///   around the future, which stops the transfer if it is cancelled. The limit for the time between
///   two bytes, `timeoutIntervalForRequest`, works everywhere. There is no cache on Linux either:
///   with one, a task that is cancelled right after its start could trap.
public final class TransferSession: Sendable {
  /// A session with the default configuration, for all who need nothing special.
  public static let shared = TransferSession()

  private let session: URLSession
  private let delegate = TransferDelegate()
  private let giveUpReading: @Sendable () -> Void

  /// Makes a session.
  ///
  /// - Parameter configuration: Its configuration, which is copied. Use that of a `URLSession` of
  ///   yours to get its cookies, credentials and time limits.
  public init(configuration: URLSessionConfiguration = .default) {
    session = URLSession(
      configuration: Self.withoutCache(configuration),
      delegate: delegate,
      delegateQueue: nil
    )
    giveUpReading = {}
  }

  /// Makes a session for a single transfer of a body that may be anything.
  ///
  /// Memory stays bounded whatever comes. That costs a session of its own, which is why it is not
  /// so by default.
  ///
  /// - Parameter configuration: Its configuration, which is copied.
  package init(forSingleTransfer configuration: URLSessionConfiguration) {
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

  /// Tells a session for a single transfer that nobody wants more of it.
  package func close() { giveUpReading() }

  /// On Linux, the configuration without a cache.
  ///
  /// While a task looks into the cache its cancelling is put off, and may come when the task has
  /// ended and is forgotten, which is a trap.
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
    // Waits for the session, which on Linux may be busy with a flood.
    let session = session
    DispatchQueue(label: "closing a session").async { session.finishTasksAndInvalidate() }
  }

  /// What a transfer is made of.
  package struct Parts<Output: Sendable>: Sendable {
    /// What becomes of the body.
    let sink: any TransferSink<Output>
    /// What is asked for.
    let request: URLRequest
    /// Makes the task of the session, for the request or for one like it that goes elsewhere.
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
  /// The task is made and started a moment later and elsewhere: on Linux all sessions of a process
  /// share a queue, for which both wait. If one of the sessions is being flooded that takes as long
  /// as the flood lasts, which must not happen to the threads of Swift's concurrency: nobody would
  /// be left to end the flood.
  ///
  /// - Parameters:
  ///   - options: The limits.
  ///   - token: Once cancelled, the transfer is.
  ///   - progress: Called as bytes come and go.
  ///   - fileID: Where the future is made.
  ///   - line: Where the future is made.
  ///   - makeParts: Makes what the transfer is made of; not called if the token is cancelled
  ///     already. What it throws the future fails with.
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
      // The first observer: whoever hears that the transfer was cancelled finds the sink at rest.
      promise.future.whenSettled { [sink = parts.sink] in sink.giveUp(because: nil) }
      return start(parts.request, parts.makeTask, for: transfer) { promise.future.isCompleted }
    }
  }

  /// Starts a task for a transfer, unless that is over before.
  ///
  /// This session lives on until then, since one that is closed takes no tasks. On Linux it lives
  /// on to the end of the transfer, whose redirects are followed with further tasks.
  ///
  /// - Returns: What stops the task.
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

internal import Futures
internal import FuturesFoundation

#if canImport(FoundationNetworking)
internal import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// A back end that owns a `URLSession`, and closes it when it is released.
package final class URLSessionBackend: TransferBackend {
  private let session: URLSession
  private let delegate: TransferDelegate
  private let giveUpReading: @Sendable () -> Void

  /// Creates a back end.
  ///
  /// - Parameters:
  ///   - configuration: The configuration, which is copied.
  ///   - clock: The clock that measures the time of a header on Linux.
  package init(
    configuration: URLSessionConfiguration,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    delegate = TransferDelegate(clock: clock)
    session = URLSession(
      configuration: Self.prepared(configuration),
      delegate: delegate,
      delegateQueue: nil
    )
    giveUpReading = {}
  }

  /// Creates a back end for a single transfer of a body of any size.
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
      configuration: Self.prepared(configuration),
      delegate: delegate,
      delegateQueue: queue
    )
  }

  /// Tells a back end for a single transfer that its data is no longer wanted.
  package func close() { giveUpReading() }

  /// Returns the configuration as it works on Linux: without a cache, and with a time limit in
  /// whole seconds.
  ///
  /// While a task searches the cache its cancellation is deferred, and may be performed after the
  /// task has ended and is forgotten, which traps.
  private static func prepared(
    _ configuration: URLSessionConfiguration
  ) -> URLSessionConfiguration {
    #if canImport(FoundationNetworking)
    guard let configuration = configuration.copy() as? URLSessionConfiguration else {
      return configuration
    }
    configuration.urlCache = nil
    IdleLimit.apply(to: configuration)
    #endif
    return configuration
  }

  deinit {
    // Waits for the session, which on Linux a flood may block.
    let session = session
    DispatchQueue(label: "closing a session").async { session.finishTasksAndInvalidate() }
  }

  /// Starts a task for a transfer.
  ///
  /// The task is created and started asynchronously. On Linux both wait for a queue that all
  /// sessions of a process share. While a flood blocks one of the sessions, that takes as long as
  /// the flood, and must not block the threads of Swift's concurrency: none would remain to end the
  /// flood.
  ///
  /// The session is retained until then, because a closed session accepts no tasks. On Linux it is
  /// retained until the end of the transfer, whose redirects are followed with further tasks.
  package func start(
    _ request: URLRequest,
    _ body: TransferBody,
    for transfer: any TransferEvents
  ) -> @Sendable () -> Void {
    let queue = DispatchQueue(label: "starting and stopping a transfer")
    let started = Locked<URLSessionTask?>(nil)
    #if canImport(Darwin)
    queue.async { [self] in
      if transfer.isOver { return }
      let task = task(for: request, body)
      started.withLock { $0 = task }
      delegate.start(task, of: session, for: transfer)
    }
    #else
    let route = TransferRoute(from: request)
    @Sendable func go(to request: URLRequest) {
      queue.async { [self] in
        if transfer.isOver { return }
        do {
          let next = try IdleLimit.applied(to: route.follow(request))
          let task = task(for: next, route.keepsBody(next) ? body : .ofRequest)
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

  private func task(for request: URLRequest, _ body: TransferBody) -> URLSessionTask {
    switch body {
    case .ofRequest: return session.dataTask(with: request)
    case .data(let data): return session.uploadTask(with: request, from: data)
    case .file(let file):
      switch UploadSource(file) {
      case .content(let content): return session.uploadTask(with: request, from: content)
      case .file(let file): return session.uploadTask(with: request, fromFile: file)
      }
    }
  }
}

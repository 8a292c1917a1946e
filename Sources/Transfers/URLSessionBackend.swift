internal import Futures

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
  /// The header fields of every request.
  private let fields: [String: String]

  /// Creates a back end.
  ///
  /// - Parameter configuration: The configuration, which is copied.
  package init(configuration: URLSessionConfiguration) {
    delegate = TransferDelegate()
    fields = Self.fields(of: configuration)
    session = URLSession(
      configuration: Self.prepared(configuration),
      delegate: delegate,
      delegateQueue: nil
    )
  }

  /// Returns the configuration without header fields, as it works on Linux: without a cache, and
  /// with a timeout in whole seconds.
  ///
  /// While a task searches the cache its cancellation is deferred, and may be performed after the
  /// task has ended and is forgotten, which traps.
  private static func prepared(
    _ configuration: URLSessionConfiguration
  ) -> URLSessionConfiguration {
    guard let configuration = configuration.copy() as? URLSessionConfiguration else {
      return configuration
    }
    // The session would add them to every request, also to one that leads to another origin.
    configuration.httpAdditionalHeaders = nil
    #if canImport(FoundationNetworking)
    configuration.urlCache = nil
    IdleLimit.apply(to: configuration)
    #endif
    return configuration
  }

  private static func fields(of configuration: URLSessionConfiguration) -> [String: String] {
    var fields: [String: String] = [:]
    for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
      fields["\(name)"] = "\(value)"
    }
    return fields
  }

  /// Returns the first request with the header fields of the session.
  ///
  /// On Linux a session decompresses what arrives, and does not notice that it ends too early. A
  /// request that does not ask for compression therefore asks for an uncompressed body.
  ///
  /// - Throws: An ``InvalidRequestError``.
  private func withFields(_ request: URLRequest) throws -> URLRequest {
    var request = request
    for (name, value) in fields where request.value(forHTTPHeaderField: name) == nil {
      // Foundation leaves out a field with such a value.
      try request.checkField(name, value)
      request.setValue(value, forHTTPHeaderField: name)
    }
    #if canImport(FoundationNetworking)
    if request.value(forHTTPHeaderField: "Accept-Encoding") == nil {
      request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
    #endif
    return request
  }

  deinit {
    // Waits for the session.
    let session = session
    Self.closing.async { session.finishTasksAndInvalidate() }
  }

  /// The queues that wait for sessions.
  ///
  /// On Linux all sessions of a process share a queue, so more queues would not be faster, and
  /// could take all threads of Dispatch.
  private static let starting = DispatchQueue(label: "starting transfers")
  private static let closing = DispatchQueue(label: "closing sessions")

  /// The task of a transfer, and the check before it.
  private struct Started {
    var check: Task<Void, Never>?
    var task: URLSessionTask?
    var isStopped = false
  }

  /// Starts a task for a transfer.
  ///
  /// The task is created and started asynchronously. On Linux both wait for a queue that all
  /// sessions of a process share, which must not block the threads of Swift's concurrency.
  ///
  /// The session is retained until then, because a closed session accepts no tasks. On Linux it is
  /// retained until the end of the transfer, whose redirects are followed with further tasks.
  package func start(
    _ request: URLRequest,
    _ body: TransferBody,
    for transfer: any TransferEvents
  ) -> @Sendable () -> Void {
    let first: URLRequest
    do {
      first = try withFields(request)
    } catch {
      transfer.didComplete(nil, error)
      return {}
    }
    let started = Locked(Started())
    /// Checks a request, and passes it on bound to an address; the policy may look up a name.
    @Sendable func check(
      _ request: URLRequest,
      then send: @escaping @Sendable (PinnedRequest) -> Void
    ) {
      if transfer.network.isOpen { return send(PinnedRequest(request)) }
      let check = Task {
        do {
          let pinned = try await PinnedRequest(request, under: transfer.network)
          Self.starting.async { if !transfer.isOver { send(pinned) } }
        } catch {
          Self.starting.async { transfer.didComplete(nil, error) }
        }
      }
      let isStopped = started.withLock { started in
        started.check = check
        return started.isStopped
      }
      if isStopped { check.cancel() }
    }
    #if canImport(Darwin)
    Self.starting.async { [self] in
      if transfer.isOver { return }
      check(first) { [self] pinned in
        let task = task(for: pinned.request, body)
        delegate.start(task, for: PinnedEvents(pinned: pinned, base: transfer))
        didStart(task, started)
      }
    }
    #else
    let route = TransferRoute(from: first)
    let content = Locked(body)
    @Sendable func go(to request: URLRequest) {
      Self.starting.async { [self] in
        if transfer.isOver { return }
        do {
          let next = try IdleLimit.applied(to: route.follow(request))
          let body = route.keepsBody(next) ? content.withLock { $0 } : .ofRequest
          check(next) { [self] pinned in
            let task = task(for: pinned.request, body)
            let events = PinnedEvents(pinned: pinned, base: transfer)
            delegate.start(task, for: events) { go(to: pinned.restored($0)) }
            didStart(task, started)
          }
        } catch {
          transfer.didComplete(nil, error)
        }
      }
    }
    if case .file(let file) = body {
      // Uses a separate queue, so that a slow disk delays no other transfer.
      DispatchQueue(label: "reading a file to send").async {
        if case .content(let data) = UploadSource(file) { content.withLock { $0 = .data(data) } }
        go(to: first)
      }
    } else {
      go(to: first)
    }
    #endif
    return { [delegate] in
      let (check, task) = started.withLock { started in
        started.isStopped = true
        return (started.check, started.task)
      }
      check?.cancel()
      if let task { delegate.stop(task) }
    }
  }

  /// Records the task of a transfer, and stops it if the transfer was stopped meanwhile.
  private func didStart(_ task: URLSessionTask, _ started: borrowing Locked<Started>) {
    let isStopped = started.withLock { started in
      started.task = task
      return started.isStopped
    }
    if isStopped { delegate.stop(task) }
  }

  private func task(for request: URLRequest, _ body: TransferBody) -> URLSessionTask {
    switch body {
    case .ofRequest: return session.dataTask(with: request)
    case .data(let data): return session.uploadTask(with: request, from: data)
    case .file(let file): return session.uploadTask(with: request, fromFile: file)
    }
  }
}

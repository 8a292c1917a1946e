#if PostgreSQL
internal import Foundation
internal import Futures

/// The connections to a server, and the tasks that wait for one.
final class ConnectionPool: Sendable {
  private struct Waiting: Sendable {
    typealias Continuation = CheckedContinuation<LibPQConnection, any Error>

    let id: Int
    let continuation: Continuation
  }

  private struct State {
    /// The idle connections, the most recently used one last.
    var idle: [LibPQConnection] = []
    var all: [ObjectIdentifier: LibPQConnection] = [:]
    /// The number of connections that are being opened.
    var opening = 0
    var waiting: [Waiting] = []
    var lastID = 0
    var failures = 0
    var lastError: (any Error)?
    var hasEverOpened = false
    var isClosed = false

    var count: Int { all.count + opening }
  }

  let info: ConnectionInfo
  private let options: LibPQDatabase.Options
  private let state = Locked(State())

  init(_ info: ConnectionInfo, _ options: LibPQDatabase.Options) {
    self.info = info
    self.options = options
  }

  deinit { for connection in state.withLock({ $0.all.values }) { connection.close() } }

  /// Returns an idle connection, and opens a new one if there are too few.
  ///
  /// - Parameter isCancellable: Whether cancelling the task ends the wait for a connection.
  /// - Returns: The connection.
  /// - Throws: `PostgreSQLError`, and `CancellationError` if the task is cancelled.
  func acquire(isCancellable: Bool = true) async throws -> LibPQConnection {
    if let connection = try state.withLock({ try idle(&$0) }) { return connection }
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let timer = CancellationSource()
    defer { timer.cancel() }
    Future<Void, any Error>.after(options.connectTimeout, cancellation: timer.token)
      .on(.inline).onSuccess { [weak self] in self?.giveUp(id, because: nil) }
    if !isCancellable {
      return try await withCheckedThrowingContinuation { wait(id, $0, isCancelled: false) }
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(id, $0, isCancelled: Task.isCancelled) }
    } onCancel: {
      giveUp(id, because: CancellationError())
    }
  }

  private func idle(_ state: inout State) throws -> LibPQConnection? {
    if state.isClosed { throw info.error(.closed) }
    while let connection = state.idle.popLast() {
      if connection.isUsable { return connection }
    }
    return nil
  }

  private func wait(
    _ id: Int,
    _ continuation: Waiting.Continuation,
    isCancelled: @autoclosure () -> Bool
  ) {
    let result = Result {
      try state.withLock { state in
        // Here, because the handler of the cancellation takes the same lock.
        if isCancelled() { throw CancellationError() }
        let connection = try idle(&state)
        if connection == nil { state.waiting.append(Waiting(id: id, continuation: continuation)) }
        return connection
      }
    }
    switch result {
    case .success(let connection?): continuation.resume(returning: connection)
    case .success(nil): openIfNeeded()
    case .failure(let error): continuation.resume(throwing: error)
    }
  }

  private func giveUp(_ id: Int, because reason: (any Error)?) {
    let (waiting, lastError, isOpening) = state.withLock { state in
      let index = state.waiting.firstIndex { $0.id == id }
      return (index.map { state.waiting.remove(at: $0) }, state.lastError, state.opening > 0)
    }
    let detail =
      isOpening
      ? "a connection was not opened in time"
      : "all \(options.maxConnections) connections are in use"
    let busy = info.error(.unreachable, detail)
    waiting?.continuation.resume(throwing: reason ?? lastError ?? busy)
  }

  /// Returns a connection to the pool.
  func release(_ connection: LibPQConnection) {
    if !connection.isUsable { return }
    let waiting = state.withLock { state in
      if state.isClosed || state.waiting.isEmpty {
        state.idle.append(connection)
        return nil as Waiting?
      }
      return state.waiting.removeFirst()
    }
    waiting?.continuation.resume(returning: connection)
  }

  /// Closes all connections; statements in progress fail.
  func close() {
    let (connections, waiting) = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return (Array(state.all.values), state.waiting)
    }
    for connection in connections { connection.close() }
    for waiting in waiting { waiting.continuation.resume(throwing: info.error(.closed)) }
  }

  // MARK: - Opening

  private func openIfNeeded() {
    let isNeeded = state.withLock { state in
      let isNeeded =
        !state.isClosed && state.waiting.count > state.opening
        && state.count < options.maxConnections
        // One attempt at a time while the server is unavailable.
        && (state.failures == 0 || state.opening == 0)
      if isNeeded { state.opening += 1 }
      return isNeeded
    }
    if !isNeeded { return }
    LibPQConnection.open(
      info,
      timeout: options.connectTimeout
    ) { [weak self] result in
      if let self { return didOpen(result) }
      if case .success(let connection) = result { connection.close() }
      return nil
    } onEnd: { [weak self] connection in
      self?.didEnd(connection)
    }
  }

  /// - Returns: The delay before the next attempt; `nil` for none.
  private func didOpen(_ result: Result<LibPQConnection, any Error>) -> Duration? {
    switch result {
    case .success(let connection):
      let isClosed = state.withLock { state in
        state.opening -= 1
        state.all[ObjectIdentifier(connection)] = connection
        state.hasEverOpened = true
        state.failures = 0
        state.lastError = nil
        return state.isClosed
      }
      if isClosed { connection.close() } else { release(connection) }
      openIfNeeded()
      return nil
    case .failure(let error):
      let (failed, pause) = state.withLock { state in
        state.lastError = error
        state.failures += 1
        var failed: [Waiting] = []
        // A wrong address is reported at once, but a server that was once available may come back.
        if !state.hasEverOpened {
          failed = state.waiting
          state.waiting = []
        }
        if state.waiting.isEmpty || state.isClosed {
          state.opening -= 1
          return (failed, nil as Duration?)
        }
        return (failed, BackOff.pause(after: state.failures))
      }
      for waiting in failed { waiting.continuation.resume(throwing: error) }
      return pause
    }
  }

  private func didEnd(_ connection: LibPQConnection) {
    state.withLock { state in
      state.all[ObjectIdentifier(connection)] = nil
      state.idle.removeAll { $0 === connection }
    }
    openIfNeeded()
  }
}

/// The backoff between attempts to reach a server.
enum BackOff {
  /// Returns a pause that doubles with each failure, up to two seconds, reduced by a random amount
  /// of up to half.
  static func pause(after failures: Int) -> Duration {
    let longest = min(2000.0, 50 * pow(2, Double(min(failures, 10) - 1)))
    return .milliseconds(Int(Double.random(in: longest / 2...longest)))
  }
}
#endif

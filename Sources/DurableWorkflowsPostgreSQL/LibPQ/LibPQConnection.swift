#if PostgreSQL
internal import Foundation
internal import Futures

/// A connection with a dedicated thread, which waits for the server on behalf of tasks.
///
/// Name resolution, which blocks, delays nothing else. Tasks send their statements themselves, and
/// the waiting thread is not woken until there is an answer, because waking it takes longer than
/// sending a statement.
final class LibPQConnection: Sendable {
  /// The error of a statement that was not sent, because the connection had ended before.
  struct Unsent: Error {
    /// The reason why the connection ended.
    let reason: any Error
  }

  private struct Request {
    let id: Int
    let statement: LibPQStatement
    let end: @Sendable (Result<LibPQAnswer, any Error>) -> Void
  }

  private struct State {
    var request: Request?
    var lastID = 0
    /// The number of the last request whose task was cancelled.
    var cancelledID = 0
    var isClosed = false
    /// Whether the thread will soon look for a request without being woken.
    var isWatched = false
    /// The reason why nothing more can be executed.
    var end: (any Error)?

    var isUsable: Bool { !isClosed && end == nil }
  }

  private let state = Locked(State())
  /// The handle, locked while sending or reading, but never while waiting.
  private let handle: Locked<LibPQHandle>
  /// The socket of the handle, while the handle is usable.
  private let socket: Int32
  private let info: ConnectionInfo
  private let pipe: WakePipe
  /// The time that the thread waits after a request before it looks for another one without being
  /// woken.
  private static let watch = Duration.seconds(1)

  private init(
    _ handle: sending LibPQHandle,
    _ info: ConnectionInfo,
    _ pipe: WakePipe
  ) {
    socket = handle.socket
    self.handle = Locked(handle)
    self.info = info
    self.pipe = pipe
  }

  /// Opens a connection on a dedicated thread.
  ///
  /// - Parameters:
  ///   - info: The address of the server.
  ///   - timeout: The maximum duration of an attempt.
  ///   - onOpen: A closure that is called on the thread with the connection or the error. It
  ///     returns the delay before the next attempt, or `nil` to make none.
  ///   - onEnd: A closure that is called on the thread when the opened connection has ended.
  static func open(
    _ info: ConnectionInfo,
    timeout: Duration,
    onOpen: @escaping @Sendable (Result<LibPQConnection, any Error>) -> Duration?,
    onEnd: @escaping @Sendable (LibPQConnection) -> Void
  ) {
    Thread.detachNewThread {
      while true {
        guard let pipe = WakePipe() else {
          let error = info.error(.unreachable, "the process has too many open files")
          guard let pause = onOpen(.failure(error)) else { return }
          Thread.sleep(forTimeInterval: pause / .seconds(1))
          continue
        }
        do {
          let handle = try LibPQHandle(info, pipe, until: .now + timeout) { false }
          let connection = LibPQConnection(handle, info, pipe)
          _ = onOpen(.success(connection))
          connection.work()
          // Another connection takes its place while the server is asked, which may take long.
          onEnd(connection)
          connection.cancellation()?.send()
          return
        } catch {
          guard let pause = onOpen(.failure(error)) else { return }
          Thread.sleep(forTimeInterval: pause / .seconds(1))
        }
      }
    }
  }

  // MARK: - From tasks

  /// Executes a statement while no other statement is being executed.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - isCancellable: Whether cancelling the task cancels the statement.
  /// - Returns: The answer of the server.
  /// - Throws: `PostgreSQLError`, `CancellationError`, and ``Unsent``.
  func execute(
    _ statement: LibPQStatement,
    isCancellable: Bool = true
  ) async throws -> LibPQAnswer {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    if !isCancellable { return try await execute(statement, id) }
    return try await withTaskCancellationHandler {
      try await execute(statement, id)
    } onCancel: {
      cancel(id)
    }
  }

  private func execute(
    _ statement: LibPQStatement,
    _ id: Int
  ) async throws -> LibPQAnswer {
    try await withCheckedThrowingContinuation { continuation in
      let request = Request(id: id, statement: statement) {
        continuation.resume(with: $0)
      }
      let refusal: (any Error)? = state.withLock { state in
        if state.cancelledID == id { return CancellationError() }
        if let end = state.end { return Unsent(reason: end) }
        state.request = request
        return nil
      }
      if let refusal { return continuation.resume(throwing: refusal) }
      begin(request)
    }
  }

  /// Sends a statement, and wakes the thread if it would not look for the answer in time.
  private func begin(_ request: Request) {
    // The thread encounters the error again.
    let isSent = handle.withLock { (try? $0.begin(request.statement, for: request.id)) ?? false }
    let isUrgent = request.statement.deadline.map { $0 < .now + Self.watch } ?? false
    let isSeen = state.withLock { $0.isWatched }
    if !isSent || isUrgent || !isSeen { pipe.wake() }
  }

  private func cancel(_ id: Int) {
    state.withLock { $0.cancelledID = id }
    pipe.wake()
  }

  /// Closes the connection.
  func close() {
    state.withLock { $0.isClosed = true }
    pipe.wake()
  }

  /// Whether a statement can be sent.
  var isUsable: Bool { state.withLock { $0.isUsable } }

  private func cancellation() -> LibPQCancellation? { handle.withLock { $0.cancellation() } }

  // MARK: - On the thread

  private func work() {
    var interest = WakePipe.Events.readable
    var deadline: ContinuousClock.Instant?
    while true {
      let happened = pipe.wait(for: socket, interest, until: deadline)
      if happened.contains(.readable) { handle.withLock { $0.receive() } }
      (interest, deadline) = (.readable, nil)
      let (request, stop) = state.withLock { state in
        if state.request == nil { state.isWatched = false }
        return (state.request, reasonToStop(state))
      }
      if let request {
        do {
          if let events = try proceed(request, stop) {
            (interest, deadline) = (events, request.statement.deadline)
          } else {
            deadline = .now + Self.watch
          }
        } catch {
          return
        }
      } else if let stop {
        return end(stop)
      } else if happened.contains(.readable), !handle.withLock({ $0.isUsable }) {
        // A request that has come since then cannot have been sent.
        return end(closedMeanwhile, Unsent(reason: closedMeanwhile))
      }
    }
  }

  private var closedMeanwhile: any Error {
    info.error(.connectionLost, "it was closed while nothing was executed")
  }

  /// Returns the reason to stop a request.
  private func reasonToStop(_ state: State) -> (any Error)? {
    guard let request = state.request else {
      return state.end ?? (state.isClosed ? info.error(.closed) : nil)
    }
    if state.cancelledID == request.id { return CancellationError() }
    return state.isClosed ? info.error(.connectionLost, "the database was closed") : nil
  }

  /// - Returns: The events to wait for; `nil` if the request was answered.
  /// - Throws: The error that ended the connection.
  private func proceed(_ request: Request, _ stop: (any Error)?) throws -> WakePipe.Events? {
    do {
      if let stop { throw LibPQHandle.Abandoned(stop) }
      let progress = try handle.withLock { try $0.proceed(request.statement, for: request.id) }
      switch progress {
      case .answered(let answer):
        finishRequest()
        request.end(.success(answer))
        return nil
      case .waiting(for: let events):
        if request.statement.isLate { throw LibPQHandle.Abandoned(info.error(.timedOut)) }
        return events
      }
    } catch let abandoned as LibPQHandle.Abandoned {
      handle.withLock { $0.abandon() }
      end(info.error(.connectionLost, "a statement before was given up"), abandoned.reason)
      throw abandoned
    } catch {
      let isUsable = handle.withLock { $0.isUsable }
      if !isUsable {
        end(error)
        throw error
      }
      finishRequest()
      request.end(.failure(error))
      return nil
    }
  }

  /// Ends a request; for a while, the thread looks for the next one.
  private func finishRequest() {
    state.withLock { state in
      state.request = nil
      state.isWatched = true
    }
  }

  /// Refuses later requests, and ends the request in progress with a reason.
  private func end(_ error: any Error, _ reason: (any Error)? = nil) {
    let request = state.withLock { state in
      defer { state.request = nil }
      state.end = error
      return state.request
    }
    request?.end(.failure(reason ?? error))
  }
}
#endif

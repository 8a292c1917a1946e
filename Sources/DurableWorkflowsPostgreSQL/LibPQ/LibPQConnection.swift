#if PostgreSQL
internal import Foundation
internal import Futures

/// A connection with a dedicated thread, which waits for the server on behalf of tasks.
///
/// Name resolution, which blocks, delays nothing else. Tasks send their statements themselves, and
/// the waiting thread is not woken until there is an answer, because waking it takes longer than
/// sending a statement.
///
/// While statements come one after another, and the server answers within a fraction of a
/// millisecond, the task also waits for the answer: to wake the thread, and the task by the thread,
/// takes longer than the statement. The thread is then away from the socket, and comes back if an
/// answer takes long.
final class LibPQConnection: Sendable {
  /// The error of a statement that was not sent, because the connection had ended before.
  struct Unsent: Error {
    /// The reason why the connection ended.
    let reason: any Error
  }

  private struct Request {
    let id: Int
    let statement: LibPQStatement
    /// Whether no other statement of the database was being executed when it was sent.
    let isAlone: Bool
    let begun: ContinuousClock.Instant
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
    /// Whether the thread leaves the socket to tasks until it is woken, or a second has passed.
    var isThreadAway = false
    /// Whether a task waits for the answer to its statement.
    var isTaskWaiting = false
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
  /// How long a task waits for an answer before it leaves that to the thread.
  private static let patience = Duration.milliseconds(1)
  /// Whether other tasks can run while one waits.
  private static let hasOtherProcessors = ProcessInfo.processInfo.activeProcessorCount > 1

  /// The longest time of an answer after which the task waits for the next one itself.
  private let quickAnswer: Duration

  private init(
    _ handle: sending LibPQHandle,
    _ info: ConnectionInfo,
    _ pipe: WakePipe,
    quickAnswer: Duration
  ) {
    socket = handle.socket
    self.handle = Locked(handle)
    self.info = info
    self.pipe = pipe
    self.quickAnswer = quickAnswer
  }

  /// Opens a connection on a dedicated thread.
  ///
  /// - Parameters:
  ///   - info: The address of the server.
  ///   - timeout: The maximum duration of an attempt.
  ///   - quickAnswer: The longest time of an answer after which the task waits for the next one
  ///     itself.
  ///   - onOpen: A closure that is called on the thread with the connection or the error. It
  ///     returns the delay before the next attempt, or `nil` to make none.
  ///   - onEnd: A closure that is called on the thread when the opened connection has ended.
  static func open(
    _ info: ConnectionInfo,
    timeout: Duration,
    quickAnswer: Duration,
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
          let connection = LibPQConnection(handle, info, pipe, quickAnswer: quickAnswer)
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
  ///   - isAlone: Whether no other statement of the database is being executed.
  /// - Returns: The answer of the server.
  /// - Throws: `PostgreSQLError`, `CancellationError`, and ``Unsent``.
  func execute(
    _ statement: LibPQStatement,
    isCancellable: Bool = true,
    isAlone: Bool = false
  ) async throws -> LibPQAnswer {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    if !isCancellable { return try await execute(statement, id, isAlone) }
    return try await withTaskCancellationHandler {
      try await execute(statement, id, isAlone)
    } onCancel: {
      cancel(id)
    }
  }

  private func execute(
    _ statement: LibPQStatement,
    _ id: Int,
    _ isAlone: Bool
  ) async throws -> LibPQAnswer {
    let begun = ContinuousClock.now
    let isOwn = isAlone && beginWaiting(id)
    if isOwn, let answer = try answer(to: statement, id, until: begun + Self.patience) {
      return answer
    }
    return try await withCheckedThrowingContinuation { continuation in
      let request = Request(id: id, statement: statement, isAlone: isAlone, begun: begun) {
        continuation.resume(with: $0)
      }
      let refusal: (any Error)? = state.withLock { state in
        // A statement that was sent is the thread's, even if its task was cancelled meanwhile.
        if !isOwn {
          if state.cancelledID == id { return CancellationError() }
          if let end = state.end { return Unsent(reason: end) }
        }
        state.isTaskWaiting = false
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
    let isSeen = state.withLock { $0.isWatched && !$0.isThreadAway }
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

  var isUsable: Bool { state.withLock { $0.isUsable } }

  /// Whether a statement can be sent.
  ///
  /// While the thread is away, nobody sees that the server closes the connection. A server that has
  /// sent something between two statements has probably done so, and the connection is replaced.
  func isConnected() -> Bool {
    let (isUsable, isThreadAway) = state.withLock { ($0.isUsable, $0.isThreadAway) }
    guard isUsable, isThreadAway else { return isUsable }
    let isConnected = handle.withLock { handle in
      handle.isUsable && !WakePipe.isReadable(handle.socket, withinMilliseconds: 0)
    }
    if !isConnected { endWaiting(closedMeanwhile) }
    return isConnected
  }

  // MARK: - Answers for which the task waits

  /// Begins to wait for an answer in place of the thread, if the thread is away.
  private func beginWaiting(_ id: Int) -> Bool {
    state.withLock { state in
      if !state.isThreadAway || !state.isUsable || state.cancelledID == id {
        return false
      }
      state.isTaskWaiting = true
      return true
    }
  }

  /// Sends a statement, and waits for its answer.
  ///
  /// - Returns: The answer; `nil` if there is none yet, and the thread has to wait.
  private func answer(
    to statement: LibPQStatement,
    _ id: Int,
    until deadline: ContinuousClock.Instant
  ) throws -> LibPQAnswer? {
    do {
      var progress = try handle.withLock { try $0.proceed(statement, for: id) }
      while true {
        switch progress {
        case .answered(let answer):
          endWaiting()
          return answer
        case .waiting(for: let events):
          guard events == .readable, .now < deadline else { return nil }
        }
        let isReadable = WakePipe.isReadable(socket, withinMilliseconds: 1)
        progress = try handle.withLock { handle in
          if isReadable { handle.receive() }
          return try handle.proceed(statement, for: id)
        }
      }
    } catch is LibPQHandle.Abandoned {
      // The thread encounters it again, and ends the connection.
      return nil
    } catch {
      endWaiting(handle.withLock { $0.isUsable } ? nil : error)
      throw error
    }
  }

  /// Ends the wait of a task, and wakes the thread if it has to end the connection.
  private func endWaiting(_ error: (any Error)? = nil) {
    let isOver = state.withLock { state in
      state.isTaskWaiting = false
      if let error { state.end = error }
      return !state.isUsable
    }
    if isOver { pipe.wake() }
  }

  private func cancellation() -> LibPQCancellation? { handle.withLock { $0.cancellation() } }

  // MARK: - On the thread

  private func work() {
    var interest = WakePipe.Events.readable
    var deadline: ContinuousClock.Instant?
    while true {
      var happened: WakePipe.Events = []
      if state.withLock({ $0.isThreadAway }) {
        // It was woken to do something, so it looks for that before it waits.
        if !comeBack() { return }
      } else {
        happened = pipe.wait(for: socket, interest, until: deadline)
      }
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

  /// Leaves the socket to tasks until one of them needs the thread, or none has sent a statement
  /// for a second.
  ///
  /// - Returns: Whether the connection can still be used.
  private func comeBack() -> Bool {
    var lastID: Int?
    while true {
      _ = pipe.wait(for: nil, until: .now + Self.watch)
      let isNeeded = state.withLock { state in
        // A task that waits wakes the thread at the end, if there is anything to do.
        if state.isTaskWaiting { return false }
        let isIdle = state.lastID == lastID
        lastID = state.lastID
        if !isIdle, state.request == nil, reasonToStop(state) == nil { return false }
        state.isThreadAway = false
        return true
      }
      if !isNeeded { continue }
      // The socket of a connection that is lost may belong to another file already.
      let reason = state.withLock { $0.end }
      if reason == nil, handle.withLock({ $0.isUsable }) { return true }
      end(reason ?? closedMeanwhile)
      return false
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
        finish(request)
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
      finish(request)
      request.end(.failure(error))
      return nil
    }
  }

  /// Ends a request, and leaves the next answer to its task if this one came at once.
  private func finish(_ request: Request) {
    let isQuick =
      request.isAlone && Self.hasOtherProcessors && .now - request.begun < quickAnswer
    state.withLock { state in
      state.request = nil
      state.isWatched = true
      state.isThreadAway = isQuick
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

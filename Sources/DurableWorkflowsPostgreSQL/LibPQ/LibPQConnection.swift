#if PostgreSQL
internal import Foundation
internal import Futures

/// A connection with a thread of its own, which waits for the server in the place of tasks.
///
/// A thread for each connection keeps the rule of libpq that a connection is used by one thread at
/// a time, and the look-up of a name, which blocks, holds up nobody else.
final class LibPQConnection: Sendable {
  private struct Request {
    let id: Int
    let statement: LibPQStatement
    let end: @Sendable (Result<LibPQAnswer, any Error>) -> Void
  }

  private struct State {
    var request: Request?
    var lastID = 0
    /// The last request whose task was cancelled.
    var cancelledID = 0
    var isClosed = false
    /// Why nothing can be executed any more.
    var end: (any Error)?
  }

  private let state = Locked(State())
  private let pipe: WakePipe

  private init(_ pipe: WakePipe) { self.pipe = pipe }

  /// Opens a connection, in a thread of its own.
  ///
  /// - Parameters:
  ///   - info: How the server is reached.
  ///   - timeout: How long an attempt takes at most.
  ///   - onOpen: Called on the thread, with the connection, or why there is none. It returns how
  ///     long to wait before the next attempt, and `nil` to make none.
  ///   - onEnd: Called on the thread when the connection has ended that was opened.
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
        let connection = LibPQConnection(pipe)
        do {
          let handle = try LibPQHandle(info, pipe, until: .now + timeout) { false }
          _ = onOpen(.success(connection))
          connection.work(on: handle, info)
          return onEnd(connection)
        } catch {
          guard let pause = onOpen(.failure(error)) else { return }
          Thread.sleep(forTimeInterval: pause / .seconds(1))
        }
      }
    }
  }

  // MARK: - From tasks

  /// Executes a statement, while no other one is executed.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - isCancellable: Whether the statement is given up when the task is cancelled.
  /// - Returns: The answer of the server.
  /// - Throws: `PostgreSQLError`, and `CancellationError`.
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

  private func execute(_ statement: LibPQStatement, _ id: Int) async throws -> LibPQAnswer {
    try await withCheckedThrowingContinuation { continuation in
      let request = Request(id: id, statement: statement) { continuation.resume(with: $0) }
      let refusal: (any Error)? = state.withLock { state in
        if let end = state.end { return end }
        if state.cancelledID == id { return CancellationError() }
        state.request = request
        return nil
      }
      if let refusal { return continuation.resume(throwing: refusal) }
      pipe.wake()
    }
  }

  private func cancel(_ id: Int) {
    state.withLock { $0.cancelledID = id }
    pipe.wake()
  }

  /// Ends the connection.
  func close() {
    state.withLock { $0.isClosed = true }
    pipe.wake()
  }

  var isUsable: Bool { state.withLock { !$0.isClosed && $0.end == nil } }

  // MARK: - On the thread

  private func work(on handle: LibPQHandle, _ info: ConnectionInfo) {
    while true {
      let (request, isClosed) = state.withLock { state in
        defer { state.request = nil }
        return (state.request, state.isClosed)
      }
      if let request {
        if !carryOut(request, on: handle, info) { return }
      } else if isClosed {
        return end(info.error(.closed))
      } else if handle.pause() == nil {
        return end(info.error(.connectionLost, "it was closed while nothing was executed"))
      }
    }
  }

  /// - Returns: Whether the connection can be used any more.
  private func carryOut(
    _ request: Request,
    on handle: LibPQHandle,
    _ info: ConnectionInfo
  ) -> Bool {
    do {
      let answer = try handle.execute(request.statement) {
        state.withLock { $0.cancelledID == request.id ? .cancelled : $0.isClosed ? .closed : nil }
      }
      request.end(.success(answer))
      return true
    } catch let abandoned as LibPQHandle.Abandoned {
      end(info.error(.connectionLost, "a statement before was given up"))
      request.end(.failure(abandoned.reason))
      handle.requestCancellation()
      return false
    } catch {
      let isUsable = handle.isUsable
      if !isUsable { end(error) }
      request.end(.failure(error))
      return isUsable
    }
  }

  /// Refuses what is still to come.
  private func end(_ error: any Error) {
    let request = state.withLock { state in
      defer { state.request = nil }
      state.end = error
      return state.request
    }
    request?.end(.failure(error))
  }
}
#endif

internal import Futures

/// Work under a time limit of a durable run, which is left behind when the time limit passes.
package final class LimitScope: Sendable {
  /// The scope of the current task.
  @TaskLocal static var current: LimitScope?

  private struct State {
    var isOver = false
    var hasEnded = false
  }

  private let outer = LimitScope.current
  private let state = Locked(State())

  /// Whether the time of this scope, or of an enclosing one, has passed.
  private var isLeftBehind: Bool {
    state.withLock { $0.isOver } || outer?.isLeftBehind == true
  }

  /// Whether the current task was left behind: its result is dropped, and not recorded.
  package static var hasLeftCurrentTask: Bool { current?.isLeftBehind ?? false }

  /// Does work in a scope, if there is one.
  static nonisolated(nonsending) func run<Value>(
    in scope: LimitScope?,
    _ work: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    guard let scope else { return try await work() }
    return try await $current.withValue(scope) { try await work() }
  }

  /// Does work that belongs to no scope, because a step only begins it and does not wait for it.
  package static func outside<Value>(_ work: () throws -> Value) rethrows -> Value {
    try $current.withValue(nil) { try work() }
  }

  /// Ends the time.
  ///
  /// - Returns: Whether work is left behind.
  func expire() -> Bool {
    state.withLock { state in
      state.isOver = true
      return !state.hasEnded
    }
  }

  /// Ends the work.
  ///
  /// - Returns: Whether it was left behind.
  func finish() -> Bool {
    state.withLock { state in
      state.hasEnded = true
      return state.isOver
    }
  }
}

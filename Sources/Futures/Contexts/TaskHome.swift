/// The executor of the tasks that the library starts for its clients.
///
/// Only child tasks inherit an executor. Tests replace the executor of other tasks, too.
@usableFromInline
package enum TaskHome {
  @TaskLocal private static var override: (any TaskExecutor)?

  /// The executor for a new task; `nil` for the one that Swift would choose.
  @usableFromInline
  package static var executor: (any TaskExecutor)? { override }

  /// Runs `body`, whose tasks, and the tasks that they start, run on `executor`.
  package static func withExecutor<Result, Failure: Error>(
    _ executor: (any TaskExecutor)?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = $override.withValue(executor) {
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Runs `body`, and all tasks that it and the library start, on `executor`.
  package static nonisolated(nonsending) func runs<Result>(
    on executor: any TaskExecutor,
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await $override.withValue(executor) {
      try await withTaskExecutorPreference(executor) { try await body() }
    }
  }

  /// The test that captures the work of the caller; `nil` outside of a test.
  static var captor: Captor? { executor.map { Captor(executor: $0, context: .ofNewWork) } }
}

/// What a test has replaced for the work that it captures.
struct Captor: Sendable {
  /// The executor of tasks.
  let executor: any TaskExecutor
  /// The context of work that names none.
  let context: ExecutionContext

  /// Runs `body`, whose work is captured.
  func capture(_ body: ExecutionContext.Job) {
    ExecutionContext.withDefault(context) { TaskHome.withExecutor(executor, body) }
  }
}

extension ExecutionContext {
  @TaskLocal private static var override: ExecutionContext?

  /// The context of work whose closure is nonisolated and names no context.
  ///
  /// Only initializers that start work use it, such as `Future(run:)`. Transforms and observers run
  /// where they are written.
  package static var ofNewWork: ExecutionContext { override ?? .global() }

  /// Replaces the context of new work while a closure runs, and in the tasks that it starts.
  ///
  /// `Future(run:)` and `Future(starting:)` run a nonisolated closure on ``global(qos:)``. Tests
  /// use this function to run it elsewhere. The replacement belongs to the current task or thread,
  /// so tests that run at the same time do not affect each other.
  ///
  /// - Parameters:
  ///   - context: The context of new work.
  ///   - body: The closure to run.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public static func withDefault<Result, Failure: Error>(
    _ context: ExecutionContext,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = $override.withValue(context) {
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Replaces the context of new work while an asynchronous closure runs, and in the tasks that it
  /// starts.
  ///
  /// - Parameters:
  ///   - context: The context of new work.
  ///   - body: The closure to run.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public static func withDefault<Result>(
    _ context: ExecutionContext,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $override.withValue(context, operation: body)
  }
}

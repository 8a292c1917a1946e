extension ExecutionContext {
  @TaskLocal private static var override: ExecutionContext?

  /// The context for work that was started without naming one: ``global(qos:)``, unless the current
  /// scope says otherwise.
  ///
  /// Only operations that start work in nonisolated code use it, such as `Future(run:)`. Transforms
  /// and observers of a future run where they are written and do not consult it.
  public static var `default`: ExecutionContext { override ?? .global() }

  /// Makes `context` the default while `body` runs, and in the tasks that it starts.
  ///
  /// The override belongs to the current task or thread, so tests that run side by side do not see
  /// each other's.
  ///
  /// - Parameters:
  ///   - context: What ``default`` shall be.
  ///   - body: The scope of the override.
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

  /// Makes `context` the default while `body` runs, and in the tasks that it starts.
  ///
  /// - Parameters:
  ///   - context: What ``default`` shall be.
  ///   - body: The scope of the override.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public static func withDefault<Result>(
    _ context: ExecutionContext,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $override.withValue(context, operation: body)
  }
}

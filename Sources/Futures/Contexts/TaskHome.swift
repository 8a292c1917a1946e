/// Where the tasks run that the library starts for its users.
///
/// Swift's tasks inherit an executor only if they are child tasks. Tests take over the others, too.
@usableFromInline
package enum TaskHome {
  @TaskLocal private static var override: (any TaskExecutor)?

  /// The executor for a new task; `nil` for the one that Swift would choose.
  @usableFromInline
  package static var executor: (any TaskExecutor)? { override }

  /// Makes `executor` that of the tasks which `body` starts, and which those start in their turn.
  package static func withExecutor<Result, Failure: Error>(
    _ executor: any TaskExecutor,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = $override.withValue(executor) {
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

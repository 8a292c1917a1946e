internal import Futures

/// Starts a task that is not cancelled with the current one, and that tests can capture.
///
/// It does not run on a function, which would take it for a task of its client.
@discardableResult
func unstructured<Value: Sendable>(
  _ body: @escaping @Sendable () async -> Value
) -> Task<Value, Never> {
  let executor = FunctionRun.outerExecutor
  return TaskHome.withExecutor(executor) {
    Task(executorPreference: executor) { @concurrent in await body() }
  }
}

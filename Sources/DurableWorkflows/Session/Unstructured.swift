internal import Futures

/// Starts a task that is not cancelled with the current one, and that tests can capture.
///
/// It does not run on a function, which would take it for a task of its client.
@discardableResult
func unstructured<Value: Sendable>(
  _ body: @escaping @Sendable () async -> Value
) -> Task<Value, Never> {
  var executor = TaskHome.executor
  while let function = executor as? any LeavableFunction { executor = function.outer }
  return TaskHome.withExecutor(executor) {
    Task(executorPreference: executor) { @concurrent in await body() }
  }
}

internal import Futures

/// Starts a task that is not cancelled with the current one, and that tests can capture.
///
/// It does not run on the executor of a function, which would take it for a task of its client,
/// unless that is given.
@discardableResult
func unstructured<Value: Sendable>(
  on function: FunctionExecutor? = nil,
  _ body: @escaping @Sendable () async -> Value
) -> Task<Value, Never> {
  var executor = TaskHome.executor
  while let function = executor as? FunctionExecutor { executor = function.outer }
  return TaskHome.withExecutor(executor) {
    Task(executorPreference: function ?? executor) { @concurrent in await body() }
  }
}

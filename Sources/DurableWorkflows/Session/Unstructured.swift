internal import Futures

/// Starts a task that is not cancelled with the current one, and that tests can capture.
@discardableResult
func unstructured<Value: Sendable>(
  _ body: @escaping @Sendable () async -> Value
) -> Task<Value, Never> {
  Task(executorPreference: TaskHome.executor) { @concurrent in await body() }
}

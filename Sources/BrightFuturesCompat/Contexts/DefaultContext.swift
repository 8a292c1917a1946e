internal import Dispatch

/// The context of callbacks and transforms that are registered without one.
///
/// Called on the main queue or the main actor it is the main queue, elsewhere the global queue.
/// Both always hop. It is asked when the closure is registered, not when the future settles.
///
/// - Returns: The context, or what `withDefaultContext` put in its place.
public func defaultContext() -> ExecutionContext {
  if let override = DefaultContext.override { return override.context }
  return MainQueue.isCurrent ? DefaultContext.main : DefaultContext.global
}

/// Replaces the default context while a closure runs, and in the tasks that it starts.
///
/// For tests, mostly: with `immediateExecutionContext` callbacks run in the call that completes
/// their future. The replacement belongs to the current task or thread.
///
/// - Parameters:
///   - context: What `defaultContext()` shall return.
///   - body: The scope of the replacement.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withDefaultContext<Output>(
  _ context: @escaping ExecutionContext,
  _ body: () throws -> Output
) rethrows -> Output {
  try DefaultContext.$override.withValue(DefaultContext(context: context), operation: body)
}

/// Replaces the default context while an asynchronous closure runs, and in the tasks that it
/// starts.
///
/// - Parameters:
///   - context: What `defaultContext()` shall return.
///   - body: The scope of the replacement.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public nonisolated(nonsending) func withDefaultContext<Output>(
  _ context: @escaping ExecutionContext,
  _ body: () async throws -> Output
) async rethrows -> Output {
  try await DefaultContext.$override.withValue(DefaultContext(context: context), operation: body)
}

/// A context in a struct: a bare closure in a generic container is wrapped each time it is read.
private struct DefaultContext: Sendable {
  let context: ExecutionContext

  @TaskLocal static var override: DefaultContext?

  static let main = DispatchQueue.main.context
  static let global = DispatchQueue.global().context
}

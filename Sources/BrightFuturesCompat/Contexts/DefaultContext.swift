internal import Dispatch
internal import Futures

/// Returns the context of callbacks and transforms that are registered without one.
///
/// On the main queue and on the main actor, this function returns the main queue; elsewhere, the
/// global queue. Both always enqueue their tasks. The function is called when a closure is
/// registered, not when the future settles.
///
/// - Returns: The context, or the one that `withDefaultContext` replaced it with.
public func defaultContext() -> ExecutionContext {
  if let override = DefaultContext.override { return override.context }
  return MainQueue.isCurrent ? DefaultContext.main : DefaultContext.global
}

/// Returns the context of a closure that is registered without one: its actor, or the default.
///
/// A replaced default context also receives the closures of actors, which then run on their actor.
@usableFromInline
func defaultContext(for isolation: (any Actor)?) -> ExecutionContext {
  guard let isolation else { return defaultContext() }
  let isMain = isolation === MainActor.shared
  guard let override = DefaultContext.override?.context else {
    return isMain ? DefaultContext.main : actorContext(isolation)
  }
  let home = isMain ? immediateOnMainExecutionContext : actorContext(isolation)
  return { task in override { home(task) } }
}

/// Returns the isolation of a closure that is passed without a context to an operation that does
/// not use the default context.
///
/// A closure loses its isolation in a variable of a plain function type. In Swift 5 mode, so does a
/// method by name in a module that is on the main actor by default. A closure that is passed in
/// main-actor code therefore always runs there.
@inlinable
func homeIsolation(of isolation: (any Actor)?, calledFrom caller: (any Actor)?) -> (any Actor)? {
  isolation ?? (caller === MainActor.shared ? caller : nil)
}

/// Returns the context of a closure that is passed without one to an operation that uses the global
/// queue by default.
func globalContext(
  of isolation: (any Actor)?,
  calledFrom caller: (any Actor)?
) -> ExecutionContext {
  guard let home = homeIsolation(of: isolation, calledFrom: caller) else {
    return DispatchQueue.global().context
  }
  return home === MainActor.shared ? DefaultContext.main : actorContext(home)
}

/// Replaces the default context while a closure runs, and in the tasks that it starts.
///
/// Use this function in tests: with `immediateExecutionContext`, callbacks run in the call that
/// completes their future. The replacement applies to the current task or thread.
///
/// - Parameters:
///   - context: The context that `defaultContext()` returns.
///   - body: The closure to run.
/// - Returns: The value that `body` returns.
/// - Throws: The error that `body` throws.
public func withDefaultContext<Output>(
  _ context: @escaping ExecutionContext,
  _ body: () throws -> Output
) rethrows -> Output {
  try DefaultContext.$override.withValue(DefaultContext(context: context), operation: body)
}

/// Replaces the default context while an asynchronous closure runs, and in the tasks that it
/// starts.
public nonisolated(nonsending) func withDefaultContext<Output>(
  _ context: @escaping ExecutionContext,
  _ body: () async throws -> Output
) async rethrows -> Output {
  try await DefaultContext.$override.withValue(DefaultContext(context: context), operation: body)
}

/// A context in a struct.
///
/// A closure in a generic container is wrapped each time it is read; a struct is not.
struct DefaultContext: Sendable {
  let context: ExecutionContext

  @TaskLocal static var override: DefaultContext?

  static let main = DispatchQueue.main.context
  static let global = DispatchQueue.global().context
}

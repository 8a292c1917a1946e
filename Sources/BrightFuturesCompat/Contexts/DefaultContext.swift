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

/// The context of a closure that is registered without one: the actor it belongs to, or the
/// default.
///
/// The default context has its say about closures of actors, too, where it is replaced, but they
/// run on their actor all the same.
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

/// Returns the isolation of a closure that is passed without a context where the default context is
/// not asked.
///
/// A closure loses its isolation in a variable of a plain function type, and so does, in Swift 5
/// mode, a method by name in a module that is on the main actor by default. What is passed in
/// main-actor code therefore runs there in any case.
@inlinable
func homeIsolation(of isolation: (any Actor)?, calledFrom caller: (any Actor)?) -> (any Actor)? {
  isolation ?? (caller === MainActor.shared ? caller : nil)
}

/// Returns the context of a closure that is passed without one where that is the global queue.
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
struct DefaultContext: Sendable {
  let context: ExecutionContext

  @TaskLocal static var override: DefaultContext?

  static let main = DispatchQueue.main.context
  static let global = DispatchQueue.global().context
}

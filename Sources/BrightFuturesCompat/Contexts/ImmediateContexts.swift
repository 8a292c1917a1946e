internal import Dispatch
internal import Futures

/// Runs a task in the call that submits it.
///
/// Handed to a transform (`map`, `flatMap`, `recover`, …) the closure runs on the thread that
/// completes the future, or at once if it has settled. It then takes no turn among the future's
/// callbacks, and however long a chain of such transforms is, it takes constant stack.
public let immediateExecutionContext: ExecutionContext = { task in task() }

/// Runs a task at once when the main queue is running the caller, otherwise submits it to the main
/// queue.
///
/// "On the main queue" is decided by a mark on that queue, not by the thread.
public let immediateOnMainExecutionContext: ExecutionContext = { task in
  if MainQueue.isCurrent { task() } else { DispatchQueue.main.async(execute: task) }
}

/// Runs a task in the call that submits it, unless such tasks are nested too deeply.
///
/// Tasks nest up to 20 levels. Deeper ones run on the same thread as soon as the task at that level
/// has returned; BrightFutures moved them to a global queue.
public let maxStackDepthExecutionContext: ExecutionContext = { task in
  // An observer of a settled future runs inline, in the engine's nesting.
  Futures.Future<Void, Never>().onSuccess { task() }
}

/// Whether a context is known to run tasks inline, so that the engine's inline calls can stand for
/// it.
///
/// Closures have no identity in the language. The code address of one of the two closures above can
/// only be seen if the context is that closure, or one with the same instructions. A miss is
/// harmless: the context is then called like any other.
@inlinable
func runsInline(_ context: @escaping ExecutionContext) -> Bool {
  let code = ContextCode(context).address
  return code == ContextCode.immediate || code == ContextCode.maxStackDepth
}

/// The code address of a context.
@usableFromInline
struct ContextCode {
  @usableFromInline let context: ExecutionContext

  @inlinable
  init(_ context: @escaping ExecutionContext) { self.context = context }

  /// A closure is two words; the first one is the address of its code.
  @inlinable
  var address: UInt { unsafeBitCast(self, to: (UInt, UInt).self).0 }

  @usableFromInline static let immediate = ContextCode(immediateExecutionContext).address
  @usableFromInline static let maxStackDepth = ContextCode(maxStackDepthExecutionContext).address
}

internal import Dispatch
internal import Futures

/// The type of `immediateExecutionContext` for members that recognize it by its type.
///
/// A closure has no identity, so a member that receives a closure cannot know that it runs its task
/// in the call. `immediateExecutionContext` therefore has two declarations: a value of this type,
/// for the members that have a form for it, and a function for everything else that takes an
/// `ExecutionContext`. Both do the same. The value needs no intermediate closure and no memory.
public struct InlineContext: Sendable {
  @usableFromInline init() {}
}

/// Runs a closure in the call that completes the future, or at once if it has settled.
///
/// A transform (`map`, `flatMap`, `recover`, …) that receives this context takes no turn among the
/// future's callbacks. A chain of such transforms uses constant stack, regardless of its length.
@_disfavoredOverload
public let immediateExecutionContext = InlineContext()

// Overload resolution selects between the two. Members that take any context are disfavored, as is
// the value above. The function must be converted to an `ExecutionContext`, because its task need
// not escape. So the compiler selects the value where there is a form for it, and the function
// everywhere else.

/// Runs a task in the call that submits it.
///
/// - Parameter task: The task.
@Sendable public func immediateExecutionContext(_ task: () -> Void) { task() }

/// Runs a task at once when the main queue is running the caller; otherwise submits it to the main
/// queue.
///
/// A mark on the main queue decides, not the thread.
public let immediateOnMainExecutionContext: ExecutionContext = { task in
  if MainQueue.isCurrent { task() } else { DispatchQueue.main.async(execute: task) }
}

/// Runs a task in the call that submits it, unless such tasks are nested too deeply.
///
/// Tasks nest up to the limit of `ExecutionContext.inline` in `Futures`. Deeper tasks run on the
/// same thread as soon as the task at that level returns. BrightFutures moved them to a global
/// queue.
public let maxStackDepthExecutionContext: ExecutionContext = { task in
  Futures.ExecutionContext.runNested(task)
}

internal import Dispatch
internal import Futures

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

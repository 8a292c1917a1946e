/// Where callbacks and transforms run: a closure that takes a task and runs it somewhere.
///
/// Because it is a closure, contexts compose by plain calls:
///
/// ```swift
/// let logged: ExecutionContext = { task in
///   print("a callback was submitted")
///   DispatchQueue.main.context(task)
/// }
/// ```
///
/// A context runs each task once at most. If it drops a task, a callback never runs and a future
/// that depends on the task stays pending.
///
/// Built in are `immediateExecutionContext`, `immediateOnMainExecutionContext`,
/// `maxStackDepthExecutionContext`, and the `context` of a `DispatchQueue`, an `OperationQueue` and
/// a `DispatchSemaphore`.
public typealias ExecutionContext = @Sendable (_ task: @escaping @Sendable () -> Void) -> Void

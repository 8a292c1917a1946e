// Names of BrightFutures before 8.1, except misleading ones.

/// An error that cannot occur.
@available(*, deprecated, renamed: "Never")
public typealias NoError = Never

/// A value that cannot occur.
@available(*, deprecated, renamed: "Never")
public typealias NoValue = Never

/// Runs a task in the call that submits it.
@available(*, deprecated, renamed: "immediateExecutionContext")
public var ImmediateExecutionContext: ExecutionContext { immediateExecutionContext }

/// Runs a task at once on the main queue.
@available(*, deprecated, renamed: "immediateOnMainExecutionContext")
public var ImmediateOnMainExecutionContext: ExecutionContext { immediateOnMainExecutionContext }

/// Runs a task in the call that submits it, unless such tasks are nested too deeply.
@available(*, deprecated, renamed: "maxStackDepthExecutionContext")
public var MaxStackDepthExecutionContext: ExecutionContext { maxStackDepthExecutionContext }

/// A function that returns the context of closures that are registered without one.
@available(*, deprecated, renamed: "defaultContext")
public var DefaultThreadingModel: @Sendable () -> ExecutionContext { defaultContext }

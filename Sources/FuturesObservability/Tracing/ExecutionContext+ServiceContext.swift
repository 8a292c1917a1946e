#if Observability
public import Futures
public import Tracing

// A transform or observer runs with the task-local values of the code that completes the future.
// These contexts instead preserve the values of the code that passes the closure.

extension ExecutionContext {
  /// Returns a context that runs jobs with a service context, so that spans that they start belong
  /// to the same trace.
  ///
  /// ```swift
  /// page.on(.global().withServiceContext()).map { page in index(page) }
  /// ```
  ///
  /// - Parameter context: The service context; by default, that of the code that makes this call.
  /// - Returns: A context that runs jobs on this one. An `InvalidationToken` of this context does
  ///   not release closures on the returned one.
  public func withServiceContext(
    _ context: ServiceContext? = ServiceContext.current
  ) -> ExecutionContext {
    binding("withServiceContext") { job in ServiceContext.withValue(context) { job() } }
  }

  /// Returns a context that runs jobs with the current value of a task-local.
  ///
  /// ```swift
  /// reply.on(.inline.carrying(Request.$id)).onSuccess { reply in
  ///   log(reply)
  /// }
  /// ```
  ///
  /// - Parameter local: The task-local, as the projected value of its property.
  /// - Returns: A context that runs jobs on this one. An `InvalidationToken` of this context does
  ///   not release closures on the returned one.
  public func carrying<Value: Sendable>(_ local: TaskLocal<Value>) -> ExecutionContext {
    let value = local.get()
    return binding("carrying") { job in local.withValue(value) { job() } }
  }
}
#endif

extension CancellationToken {
  /// Calls a closure once when the source is cancelled.
  ///
  /// The closure runs where it is written: on the actor of the code that passes it, or, if that
  /// code is nonisolated, on the thread that cancels, inside that call and after the observers
  /// registered before it. If the source has been cancelled, a nonisolated closure runs inside this
  /// call. No lock is held while it runs. The closure is released where it runs, after it
  /// ran, and when the registration or the source is disposed of.
  ///
  /// - Parameter observer: The closure to call.
  /// - Returns: A registration that removes the closure.
  @discardableResult
  public func onCancel(
    @_inheritActorContext _ observer: @escaping @Sendable @isolated(any) () -> Void
  ) -> CancellationRegistration {
    let target = ExecutionContext(isolation: observer.isolation).target
    // A reference to the method instead of the closure crashes the compiler: it consumes its job.
    let submit = target.map { target in { @Sendable job in target.submit(job) } }
    let call = withoutIsolation(observer)
    return core?.register(on: submit, call) ?? CancellationRegistration(call, in: nil, id: 0)
  }
}

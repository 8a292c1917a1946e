public import Futures

extension WorkflowRun {
  /// Returns a view of this run whose observers run on a context of your choice.
  ///
  /// ```swift
  /// run.on(.queue(log)).onProgress { report in write(report) }
  /// ```
  ///
  /// - Parameter context: Where the closures run.
  /// - Returns: The view.
  public func on(_ context: ExecutionContext) -> OnContext {
    OnContext(run: self, context: context)
  }

  /// A run whose observers run on a context of your choice.
  ///
  /// You get one from ``WorkflowRun/on(_:)``. Each method does what the method of the same name on
  /// ``WorkflowRun`` does; its closure runs on the context.
  public struct OnContext: Sendable {
    let run: WorkflowRun
    let context: ExecutionContext
  }
}

extension WorkflowRun.OnContext {
  /// Calls a closure with the output, if the run succeeds, for as long as its owner exists.
  @discardableResult
  package func onSuccess<Owner: AnyObject & Sendable>(
    for owner: Owner,
    _ observer: @escaping @Sendable (_ owner: Owner, _ output: Output) -> Void
  ) -> WorkflowRun<Output> {
    let settled = run.settled
    run.core.observers.add(.success, of: owner, on: context) { [weak owner] in
      if let owner, case .success(let output) = settled.value { observer(owner, output) }
    }
    return run
  }

  /// Calls a closure with the output, if the run succeeds.
  @discardableResult
  public func onSuccess(
    _ observer: @escaping @Sendable (_ output: Output) -> Void
  ) -> WorkflowRun<Output> {
    run.core.observers.add(.success, of: nil, on: context) { [settled = run.settled] in
      if case .success(let output) = settled.value { observer(output) }
    }
    return run
  }

  /// Calls a closure with the error, if the run fails, for as long as its owner exists.
  @discardableResult
  package func onFailure<Owner: AnyObject & Sendable>(
    for owner: Owner,
    _ observer: @escaping @Sendable (_ owner: Owner, _ error: any Error) -> Void
  ) -> WorkflowRun<Output> {
    let settled = run.settled
    run.core.observers.add(.failure, of: owner, on: context) { [weak owner] in
      if let owner, case .failure(let error) = settled.value { observer(owner, error) }
    }
    run.outcome.ignoringFailure()
    return run
  }

  /// Calls a closure with the error, if the run fails.
  @discardableResult
  public func onFailure(
    _ observer: @escaping @Sendable (_ error: any Error) -> Void
  ) -> WorkflowRun<Output> {
    run.core.observers.add(.failure, of: nil, on: context) { [settled = run.settled] in
      if case .failure(let error) = settled.value { observer(error) }
    }
    run.outcome.ignoringFailure()
    return run
  }

  /// Calls a closure if the run is cancelled, for as long as its owner exists.
  @discardableResult
  package func onCancel<Owner: AnyObject & Sendable>(
    for owner: Owner,
    _ observer: @escaping @Sendable (_ owner: Owner) -> Void
  ) -> WorkflowRun<Output> {
    run.core.observers.add(.cancellation, of: owner, on: context) { [weak owner] in
      if let owner { observer(owner) }
    }
    return run
  }

  /// Calls a closure if the run is cancelled.
  @discardableResult
  public func onCancel(_ observer: @escaping @Sendable () -> Void) -> WorkflowRun<Output> {
    run.core.observers.add(.cancellation, of: nil, on: context, observer)
    return run
  }

  /// Calls a closure with the progress whenever that changes, for as long as its owner exists.
  @discardableResult
  package func onProgress<Owner: AnyObject & Sendable>(
    for owner: Owner,
    _ observer: @escaping @Sendable (_ owner: Owner, _ report: RunReport) -> Void
  ) -> WorkflowRun<Output> {
    let progress = ProgressObserver(of: owner, on: context) { [weak owner] report in
      if let owner { observer(owner, report) }
    }
    run.core.addProgressObserver(progress)
    return run
  }

  /// Calls a closure with the progress whenever that changes.
  @discardableResult
  public func onProgress(
    _ observer: @escaping @Sendable (RunReport) -> Void
  ) -> WorkflowRun<Output> {
    run.core.addProgressObserver(ProgressObserver(of: nil, on: context, observer))
    return run
  }
}

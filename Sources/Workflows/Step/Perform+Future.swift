public import Futures

// If a closure returns a future, the step has its value as output, as with every verb of futures. A
// step whose output is the future itself would end, and the next one begin, before the work has
// ended.
extension Perform {
  /// Creates a step that calls a closure where it is written, and waits for the future that the
  /// closure returns.
  ///
  /// ```swift
  /// let words = Workflow {
  ///   Perform("load") { (url: URL) in store.load(url) }  // a future of Data
  ///   Perform("count words") { (text: Data) in text.split(separator: 0x20).count }
  /// }
  /// ```
  ///
  /// What the closure starts is in the scope of the step: a run that is cancelled, and a time
  /// limit, cancel it. A future that was started elsewhere continues.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - body: Starts the work. Its task is cancelled with the step. The step fails with an error
  ///     that it throws, or with that of the future.
  public init<Work: FutureProtocol>(
    _ name: String = "closure",
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Work
  ) where Work.Value == Output {
    self.init(name: name) { input, _ in try await body(input).awaited }
  }

  /// Creates a step that calls a synchronous closure on a context, and waits for the future that
  /// the closure returns.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - context: Where the closure runs. If the context drops the job, the step fails with
  ///     `CancellationError`.
  ///   - body: Starts the work. The step fails with an error that it throws, or with that of the
  ///     future.
  public init<Work: FutureProtocol>(
    _ name: String = "closure",
    on context: ExecutionContext,
    _ body: @escaping @Sendable (Input) throws -> Work
  ) where Work.Value == Output {
    self.init(name: name) { input, step in
      try await step.call(on: context) { try body(input) }.awaited
    }
  }

  /// Creates a step that calls an asynchronous closure on a context, and waits for the future that
  /// the closure returns.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - context: Where the closure runs, from one suspension to the next, unless it is isolated to
  ///     an actor. If the context drops a job, the step fails with `CancellationError`: a closure
  ///     that has not started does not run, and the rest of one that has runs on a global queue.
  ///   - body: Starts the work. The step fails with an error that it throws, or with that of the
  ///     future.
  public init<Work: FutureProtocol>(
    _ name: String = "closure",
    on context: ExecutionContext,
    _ body: @escaping @Sendable (Input) async throws -> Work
  ) where Work.Value == Output {
    self.init(name: name) { input, _ in
      try await StepContext.task(on: context) { try await body(input) }.awaited
    }
  }

  /// Returns a step whose closure also receives the context of the step, and that waits for the
  /// future that the closure returns.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - body: Starts the work, with the input and the context. It runs where it is written.
  /// - Returns: The step.
  public static func withContext<Work: FutureProtocol>(
    _ name: String = "closure",
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Input, StepContext) async throws -> Work
  ) -> Perform where Work.Value == Output {
    Perform(name: name, seesContext: true) { try await body($0, $1).awaited }
  }
}

extension FutureProtocol {
  /// The value, which a cancelled task no longer waits for; ending the future is up to the code
  /// that started it.
  fileprivate nonisolated(nonsending) var awaited: Value {
    get async throws { try await _future.erasedValue }
  }
}

extension Future {
  /// Makes a future of an asynchronous closure, which starts now in a task of its own.
  ///
  /// ```swift
  /// let page = Future { try await client.get(url) }  // Future<Page, any Error>
  /// ```
  ///
  /// The error type is the one the closure throws. Cancelling the future, or the token, cancels the task;
  /// the future settles at once and does not wait for the task to notice. The closure is released when it
  /// is done.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil` for that of the current one.
  ///   - token: Once cancelled, the task is cancelled, and so is the future.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  ///   - operation: The work. It is not isolated to the caller's actor.
  public init(
    priority: TaskPriority? = nil,
    cancellation token: CancellationToken = .none,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    operation: @escaping @Sendable () async throws(Failure) -> Value
  ) {
    let promise = Promise<Value, Failure>(fileID: fileID, line: line)
    self = promise.future
    let task = Task(priority: priority) { @concurrent in
      do throws(Failure) {
        promise.succeedIfPending(try await operation())
      } catch {
        promise.failIfPending(error)
      }
    }
    if cancellationError(as: Failure.self) != nil { promise.onCancel { task.cancel() } }
    guard let core = token.core else { return }
    let cell = self.cell
    let tie = Ties(
      core.register {
        task.cancel()
        cell.settleCancelled(as: Failure.self)
      }
    )
    cell.hold(tie)
  }
}

extension Promise {
  /// Completes the future; losing to a cancellation is nothing to report.
  func succeedIfPending(_ value: Value) {
    guard let waiters = producer.cell.succeed(value) else { return }
    ThreadState.run(producer.cell, waiters)
  }

  /// Fails the future; losing to a cancellation is nothing to report.
  func failIfPending(_ error: Failure) {
    guard let waiters = producer.cell.fail(error, as: Failure.self) else { return }
    ThreadState.run(producer.cell, waiters)
  }
}

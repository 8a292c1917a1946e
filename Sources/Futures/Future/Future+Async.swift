extension Future {
  /// The value, which the current task waits for.
  ///
  /// ```swift
  /// let text = try await page.value
  /// ```
  ///
  /// Cancelling the task ends the wait and throws the cancellation error; the future itself is not
  /// cancelled. If the error type cannot hold cancellation, the task keeps waiting, even in a scope
  /// that is cancelled with it, unless the future settles because its work was started in that
  /// scope. (The `value` of a `Task` keeps waiting, regardless of its error type.) The thread that
  /// completes the future resumes the task directly.
  ///
  /// Unlike the `value` of a `Task`, this does not raise the priority of the work, which may have
  /// other origins than a task. Pass a `priority` where you create the future.
  ///
  /// To look without waiting, use ``currentValue``.
  ///
  /// - Throws: The future's error, or the cancellation error of `Failure` if the current task was
  ///   cancelled.
  @inlinable
  public nonisolated(nonsending) var value: Value {
    get async throws(Failure) {
      if !cell.isSettled { await cell.wait(heedingCancellation: canBeCancelled) }
      if cell.isSuccess { return cell.load(as: Value.self) }
      return try await resultAfterWait().get()
    }
  }

  /// The outcome, which the current task waits for.
  ///
  /// ```swift
  /// switch await page.result {
  /// case .success(let text): show(text)
  /// case .failure(let error): show(error)
  /// }
  /// ```
  ///
  /// Cancelling the task ends the wait as with ``value-5syka``: the result is a failure with the
  /// cancellation error, or, if the error type cannot hold cancellation, the task keeps waiting.
  /// The future itself is not cancelled.
  ///
  /// To look without waiting, use ``currentResult``.
  @inlinable
  public nonisolated(nonsending) var result: Result<Value, Failure> {
    get async {
      if !cell.isSettled { await cell.wait(heedingCancellation: canBeCancelled) }
      if cell.isSuccess { return .success(cell.load(as: Value.self)) }
      return await resultAfterWait()
    }
  }

  /// Waits for the value, and cancels the future with the current task.
  @inlinable
  nonisolated(nonsending) func valueOrCancel() async throws(Failure) -> Value {
    if !cell.isSettled { await cell.wait { cancelIfPossible() } }
    if cell.isSuccess { return cell.load(as: Value.self) }
    return try await resultAfterWait().get()
  }

  /// The value, for code that throws any error.
  ///
  /// A wait that is cancelled ends, whatever the error type, and leaves nothing behind on this
  /// future.
  package nonisolated(nonsending) var erasedValue: Value {
    get async throws {
      let erased = eraseFailure()
      // A future that is this one may have other observers.
      if erased.cell === cell { return try await erased.value }
      return try await erased.valueOrCancel()
    }
  }

  /// Returns the outcome of a wait if the future has not succeeded.
  @usableFromInline
  nonisolated(nonsending) func resultAfterWait() async -> Result<Value, Failure> {
    if let result = currentResult { return result }
    if let cancelled = cancellationError(as: Failure.self) { return .failure(cancelled) }
    return await settledResult()
  }

  /// Returns the outcome, and waits for it even in a task that is cancelled.
  package nonisolated(nonsending) func settledResult() async -> Result<Value, Failure> {
    while true {
      if let result = currentResult { return result }
      await cell.wait(heedingCancellation: false)
    }
  }
}

// The compiler (Swift 6.3) crashes at a property whose typed error is `Never` by substitution.
extension Future where Failure == Never {
  /// The value, which the current task waits for.
  ///
  /// ```swift
  /// let count = await counted.recover { _ in 0 }.value
  /// ```
  ///
  /// Cancelling the task does not end the wait, because there is no error to end it with. To look
  /// without waiting, use ``currentValue``.
  @inlinable
  public nonisolated(nonsending) var value: Value {
    get async {
      if !cell.isSettled { await cell.wait(heedingCancellation: false) }
      if cell.isSuccess { return cell.load(as: Value.self) }
      return await resultAfterWait().get()
    }
  }
}

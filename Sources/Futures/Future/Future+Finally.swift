extension Future {
  /// Cleans up after any outcome, and returns a future that settles with that outcome when the
  /// cleanup has ended.
  ///
  /// ```swift
  /// let rows = connection.query(text).finally { await connection.close() }
  /// ```
  ///
  /// The closure runs after success, failure and cancellation, like a `defer` that may wait. It
  /// also runs if the returned future is cancelled first: that future then settles at once, and the
  /// closure runs when this one settles. Nothing cancels the task of the closure, and the futures
  /// that it starts belong to no scope.
  ///
  /// If no code needs to wait for the cleanup, use ``onSettled(cancellation:_:)``.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameter cleanUp: Called once, and not at all if this future never settles. Runs where it
  ///   is written, or on the global executor if that is nonisolated code.
  /// - Returns: A future with the same outcome.
  public func finally(
    @_inheritActorContext _ cleanUp: @escaping @Sendable @isolated(any) () async -> Void
  ) -> Future {
    after { Future<Void, Never>(cancellation: .never) { await cleanUp() }.cell }
  }

  /// Cleans up with a future after any outcome, and returns a future that settles with that outcome
  /// when the cleanup has settled.
  ///
  /// ```swift
  /// let notes = disk.read("notes").finally { handle.close() }
  /// ```
  ///
  /// The outcome of the future that the closure returns does not matter. Otherwise the same as the
  /// other `finally`.
  ///
  /// - Parameter cleanUp: Called once, and not at all if this future never settles. Runs where it
  ///   is written, or on the global executor if that is nonisolated code.
  /// - Returns: A future with the same outcome.
  public func finally<Work: FutureProtocol>(
    @_inheritActorContext _ cleanUp: @escaping @Sendable @isolated(any) () async -> Work
  ) -> Future {
    after {
      Future<Work, any Error>(cancellation: .never) { await cleanUp() }
        .on(.inline).flatMap { $0._future.eraseFailure() }.cell
    }
  }

  private func after(_ cleanUp: @escaping @Sendable () -> Cell) -> Future {
    let task = cell.isSettled ? nil : HeldTask()
    let end = Cell.undecided()
    cell.observe { source, _ in
      if source.isAbandoned { return .none }
      let cleaned = inTask(task, on: .inline) {
        CancellationToken.never.asCurrent(cleanUp)
      }
      cleaned.observe { _, _ in
        ThreadState.run(end, end.forward(from: source, failure: Failure.self))
        return .none
      }
      return .none
    }
    return Future(cell: end)
  }
}

extension Future {
  /// Creates a future from an asynchronous closure, which starts now in a new task.
  ///
  /// ```swift
  /// let page = Future { try await client.get(url) }
  /// // Future<Page, any Error>
  /// ```
  ///
  /// The error type is the one the closure throws. Cancelling the future, or the token, cancels the
  /// task; the future settles at once and does not wait for the task. The closure is released when
  /// it returns. ``CancellationToken/current`` is `token` there.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil` for that of the current one.
  ///   - token: Once cancelled, the task is cancelled, and so is the future; by default, that of
  ///     the current scope. If it is cancelled already, the closure does not run. A future whose
  ///     error type cannot hold cancellation is left without an outcome; but if the token is that
  ///     of the current scope, it waits for its task.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  ///   - operation: The work. It runs where it is written: on the actor of the code that passes it,
  ///     or on the global executor if that code is nonisolated.
  @inlinable
  @_disfavoredOverload
  public init(
    priority: TaskPriority? = nil,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext operation:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) {
    let cell = PromiseCell()
    cell.noteSite(fileID, line)
    self.init(cell: cell)
    if cell.isCancelled(before: token.heeded(by: Failure.self), as: Failure.self) { return }
    let task = token.asCurrent {
      // A task that has a preference, even for no executor, is slower at each of its awaits. A task
      // that may throw needs no wrapper around its closure.
      if let executor = TaskHome.executor {
        Task<Void, any Error>(executorPreference: executor, priority: priority) { @concurrent in
          await cell.settle(isolation: operation.isolation, Failure.self, operation)
        }
      } else {
        Task<Void, any Error>(priority: priority) { @concurrent in
          await cell.settle(isolation: operation.isolation, Failure.self, operation)
        }
      }
    }
    follow(task, cancellation: token)
  }

  /// Cancels a task when this future, which the task settles, or the token is cancelled.
  @inlinable
  func follow(_ task: Task<Void, any Error>, cancellation token: CancellationToken) {
    // A future that has settled already did so with the outcome of the task.
    if canBeCancelled && !cell.isSettled {
      cell.observe(ignoresFailure: true) { source, _ in
        if source.isCancelled(as: Failure.self) { task.cancel() }
        return .none
      }
    }
    if !token.isNever {
      let heeded = token.heeded(by: Failure.self)
      cell.tie(task, to: token, as: heeded.isNever ? nil : Failure.self)
    }
  }
}

extension Cell {
  /// Settles with the outcome of `operation`, on the actor of `operation`.
  ///
  /// Observers that were written on the same actor run without another hop. Losing to a
  /// cancellation is not reported.
  @inlinable
  @inline(__always)
  func settle<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)?,
    _ failure: Failure.Type,
    _ operation: @Sendable @isolated(any) () async throws(Failure) -> Value
  ) async {
    do throws(Failure) {
      if let waiters = succeed(try await operation()) { ThreadState.run(self, waiters) }
    } catch {
      if let waiters = fail(error, as: Failure.self) { ThreadState.run(self, waiters) }
    }
  }

  /// Whether the cell has failed with an error that represents cancellation.
  @usableFromInline
  func isCancelled<Failure: Error>(as failure: Failure.Type) -> Bool {
    state.isFailure && !isAbandoned && isCancellation(load(as: Failure.self))
  }

  /// Cancels this cell if the token is cancelled already.
  ///
  /// - Returns: Whether it is.
  @usableFromInline
  func isCancelled(before token: CancellationToken, as failure: any Error.Type) -> Bool {
    guard token.isCancelled else { return false }
    settleCancelled(as: failure)
    return true
  }

  /// Cancels the task of this cell, and the cell, once the token is cancelled.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - token: The token.
  ///   - failure: The error type of the cell; `nil` to cancel the task alone.
  @usableFromInline
  func tie(
    _ task: Task<Void, any Error>,
    to token: CancellationToken,
    as failure: (any Error.Type)?
  ) {
    guard let core = token.core else { return }
    let cell = self
    hold(
      Ties(
        core.register {
          task.cancel()
          cell.settleCancelled(as: failure)
        },
        of: core
      )
    )
  }

  /// Cancels this cell once the token is cancelled.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - failure: The error type of the cell; `nil` to call `cancel` instead.
  ///   - cancel: Cancels the work of the cell.
  @usableFromInline
  func tie(
    to token: CancellationToken,
    as failure: (any Error.Type)?,
    orCall cancel: @escaping @Sendable () -> Void
  ) {
    guard let core = token.core else { return }
    let cell = self
    let registration = core.register {
      if let failure { cell.settleCancelled(as: failure) } else { cancel() }
    }
    hold(Ties(registration, of: core))
  }

  /// Cancels this cell, which belongs to a promise, once the token is cancelled.
  @usableFromInline
  func tiePromise(to token: CancellationToken, as failure: any Error.Type) {
    guard let core = token.core else { return }
    let weakSelf = Weak(self)
    keep(Ties(core.register { weakSelf.object?.settleCancelled(as: failure) }, of: core))
  }
}

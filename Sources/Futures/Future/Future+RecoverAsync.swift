extension Future {
  /// Replaces a failure with a value that an asynchronous closure returns, or with the error that
  /// it throws.
  ///
  /// ```swift
  /// let page = download(url).recover { _ in
  ///   try await archive.page(at: url)
  /// }
  /// ```
  ///
  /// If this future succeeds, the returned future succeeds with the same value and `rescue` is not
  /// called. Cancellation is a failure like any other. The returned future has the error type that
  /// `rescue` throws. Cancelling it, or the token, cancels the task of `rescue`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `rescue` no longer starts, and its task and the returned future are
  ///     cancelled; by default, the token of the current scope.
  ///   - rescue: Returns a value for the error. It runs where it is written: on the actor of the
  ///     code that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future of the same value type.
  public func recover<NewFailure: Error>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ rescue:
      @escaping @Sendable @isolated(any) (Failure) async throws(NewFailure) -> Value
  ) -> Future<Value, NewFailure> {
    let (task, work) = (cell.isSettled ? nil : HeldTask(), StartedWork())
    let replace = Work<Failure, Value, NewFailure> { error in
      inTask(task, on: .inline) {
        work.begin(
          Future<Value, NewFailure>(cancellation: token) { () async throws(NewFailure) in
            try await rescue(error)
          }
        )
      }
    }
    return work.follow(
      derive(
        on: .inline,
        token.heeded(by: NewFailure.self),
        replace,
        Future.recovering(with: NewFailure.self)
      )
    )
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a future of the only element.
  ///
  /// Starts an iteration in a task of its own, on no actor, and reads at most two elements.
  ///
  /// Cancelling the future settles it at once and cancels the task of the iteration. A sequence
  /// that ignores cancellation keeps the task until it returns from `next`.
  ///
  /// - Parameters:
  ///   - token: Cancels the future, and with it the iteration; by default, the token of the current
  ///     scope.
  ///   - fileID: Where the future is created, for diagnostics in debug builds.
  ///   - line: Where the future is created, for diagnostics in debug builds.
  /// - Returns: A future that settles when the sequence ends, or has a second element. It fails
  ///   with the error of the sequence, with ``NoSuchElement`` if it ends without an element, and
  ///   with ``TooManyElements`` if it has two.
  public func futureOnly(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<Element, any Error> {
    Future(cancellation: token, fileID: fileID, line: line) { () async throws -> Element in
      switch try await onlyElement() {
      case .none: throw reason(NoSuchElement(), as: (any Error).self)
      case .one(let only): return only
      case .several: throw TooManyElements(limit: 1)
      }
    }
  }

  /// Returns a future of the only element, with the error type of the sequence.
  ///
  /// Otherwise like ``futureOnly(cancellation:fileID:line:)``. If `Failure` cannot represent
  /// cancellation, an iteration that is cancelled fails the future with `error`.
  ///
  /// - Parameters:
  ///   - token: Cancels the iteration, and the future if `Failure` can represent that; by default,
  ///     the token of the current scope.
  ///   - error: The error if there is not exactly one element; created only then.
  ///   - fileID: Where the future is created, for diagnostics in debug builds.
  ///   - line: Where the future is created, for diagnostics in debug builds.
  /// - Returns: A future that settles when the sequence ends, or has a second element. It fails
  ///   with the error of the sequence, or with `error` if there is not exactly one element.
  public func futureOnly(
    cancellation token: CancellationToken = .current,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<Element, Failure> {
    Future(cancellation: token, fileID: fileID, line: line) { () async throws(Failure) -> Element in
      switch try await onlyElement() {
      case .one(let only): return only
      case .none, .several: throw reason(error(), as: Failure.self)
      }
    }
  }

  private nonisolated(nonsending) func onlyElement() async throws(Failure) -> Elements<Element> {
    var iterator = makeAsyncIterator()
    guard let only = try await iterator.next(isolation: #isolation) else { return .none }
    if try await iterator.next(isolation: #isolation) != nil { return .several }
    return Task.isCancelled ? .none : .one(only)
  }
}

/// The elements of a sequence where one was expected.
private enum Elements<Element> {
  case none
  case one(Element)
  case several
}

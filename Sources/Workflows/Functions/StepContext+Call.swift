extension StepContext {
  /// Runs a part of this step inside a span of its own.
  ///
  /// Unlike the parts of ``perform(_:with:progress:attempt:)``, several may run at the same time.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - path: The path of this step, which all of its parts share.
  ///   - attempt: The number of the attempt, counted from 1.
  ///   - body: The part, which receives its context.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  package nonisolated(nonsending) func call<Value>(
    _ name: String,
    inside path: StepPath,
    attempt: Int = 1,
    _ body: nonisolated(nonsending) (StepContext) async throws -> Value
  ) async throws -> Value {
    if run.history.isPaused { try await waitWhilePaused() }
    let part = self.part(
      name,
      attempt: attempt,
      range: ProgressRange(start: range.start, length: 0),
      parents: path
    )
    do {
      let value: Value
      if let (observer, span) = part.observed {
        value = try await observer.run(in: span) { try await body(part) }
      } else {
        value = try await body(part)
      }
      part.leave()
      return value
    } catch {
      part.leave(throwing: error)
      throw error
    }
  }

  /// Undoes the part with this context if the run, which has no store, fails or is cancelled later.
  ///
  /// - Parameter undo: Undoes the part.
  package nonisolated(nonsending) func compensateLater(
    _ undo: @escaping @Sendable () async throws -> Void
  ) async {
    await compensateLater(with: Perform<Void, Void>(name) { _ in try await undo() }, ())
  }
}

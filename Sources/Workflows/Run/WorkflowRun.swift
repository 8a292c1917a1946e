public import Futures

/// One run of a workflow: its state, its outcome, and the means to stop it.
public struct WorkflowRun<Output: Sendable>: Sendable, Identifiable {
  let core: RunCore
  let outcome: Future<Output, any Error>

  /// The identity of the run, different for every run of this process.
  public var id: RunID { core.id }

  /// The output, once the run has succeeded.
  public var value: Output {
    get async throws { try await outcome.get() }
  }

  /// A value that travels along the run, or `nil` if no step has set it.
  ///
  /// - Parameter key: The key.
  public subscript<Value>(key: RunKey<Value>) -> Value? { core.root.value(for: key) }

  /// Stops the run.
  ///
  /// - Returns: Whether this call did it.
  @discardableResult
  public func cancel() -> Bool {
    core.source.cancel()
    return outcome.cancel()
  }
}

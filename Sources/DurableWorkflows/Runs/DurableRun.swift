internal import Workflows

/// A durable run: how it stands, and how it ends, whichever process works on it.
public struct DurableRun<Output: Sendable>: Sendable, Identifiable {
  /// The identifier of the run.
  public let id: String

  let runs: DurableRuns
  let coding: PayloadCoding<Output>

  /// The output of the run, once it has ended.
  ///
  /// It is looked for each time this process has worked on the run, and at the poll interval of
  /// ``DurableRunsOptions``. Cancelling the task that awaits ends the waiting, never the run.
  ///
  /// - Throws: ``DurableRunFailed`` if the run has failed, ``DurableRunCancelled`` if it was
  ///   cancelled, ``DurableRunSetAside`` if it was set aside, ``UnknownRun``, and errors of codec
  ///   and store.
  public var value: Output {
    get async throws {
      while true {
        guard let row = try await runs.settings.store.load(id) else { throw UnknownRun(run: id) }
        switch row.state {
        case .ended(.value(let data)): return try coding.decode(data, runs.settings.codec)
        case .ended(.failure(.cancelled)): throw DurableRunCancelled(run: id)
        case .ended(.failure(.error(let type, let message))):
          let notUndone = row.undone.filter { !$0.value }.keys.sorted().map(\.description)
          throw DurableRunFailed(run: id, type: type, message: message, notUndone: notUndone)
        case .setAside(let reason): throw DurableRunSetAside(run: id, reason: reason)
        case .ready, .running: try await runs.pauseUntilNews(of: id)
        }
      }
    }
  }

  /// Where the run stands; `nil` if the store does not have it.
  ///
  /// - Throws: An error of the store.
  public var status: DurableRunStatus? {
    get async throws {
      guard let row = try await runs.settings.store.load(id) else { return nil }
      return row.status(at: try await runs.settings.store.now)
    }
  }

  /// Cancels the run, whoever works on it.
  ///
  /// - Returns: Whether it has ended, or will.
  /// - Throws: An error of the store.
  @discardableResult
  public func cancel() async throws -> CancellationAnswer { try await runs.cancel(id) }

  /// Sends a signal to the run.
  ///
  /// - Parameters:
  ///   - value: What to send.
  ///   - signal: The signal.
  /// - Returns: Whether it is kept, and if not, why.
  /// - Throws: An error of the codec or of the store.
  @discardableResult
  public func send<Value>(
    _ value: Value,
    to signal: Signal<Value>
  ) async throws -> SignalDelivery {
    try await runs.send(value, to: signal, of: id)
  }
}

internal import Foundation
internal import Futures
internal import Workflows

/// A durable run: how it stands, and how it ends, whichever process works on it.
public struct DurableRun<Output: Sendable>: Sendable, Identifiable {
  /// The identifier of the run.
  public let id: String

  let runs: DurableRuns
  let coding: PayloadCoding<Output>

  /// The output of the run, once it has ended.
  ///
  /// It is known at once where the process works on the run, and at the poll interval of
  /// ``DurableRunsOptions`` elsewhere. Cancelling the task that awaits ends the waiting, never the
  /// run.
  ///
  /// - Throws: ``DurableRunFailed`` if the run has failed, ``DurableRunCancelled`` if it was
  ///   cancelled, ``DurableRunSetAside`` if it was set aside, ``UnknownRun``, and errors of codec
  ///   and store.
  public var value: Output {
    get async throws {
      if let row = try await runs.ownSession(of: id)?.end.future.value,
        let output = try output(of: row)
      {
        return output
      }
      return try await runs.firstNews(of: id) { try output(of: await runs.row(of: id)) }
    }
  }

  /// The output of a run; `nil` if it goes on.
  ///
  /// - Throws: How it has failed, or why it is set aside.
  private func output(of row: RunRow<Data>) throws -> Output? {
    if case .setAside(let reason) = row.state { throw DurableRunSetAside(run: id, reason: reason) }
    return try row.outcome(of: id).map { try coding.decode($0.get(), runs.settings.codec) }
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

  /// Undoes the run if it has succeeded, and cancels it if it has not ended.
  ///
  /// See ``DurableRuns/undo(_:)``.
  ///
  /// - Returns: Whether it is undone, or will be.
  /// - Throws: An error of the store.
  @discardableResult
  public func undo() async throws -> CancellationAnswer { try await runs.undo(id) }

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

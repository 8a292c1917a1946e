internal import Foundation
internal import Futures
internal import Workflows

/// A durable run, with its status and its output, whichever process works on it.
public struct DurableRun<Output: Sendable>: Sendable, Identifiable {
  /// The identifier of the run.
  public let id: String

  let runs: DurableRuns
  let coding: PayloadCoding<Output>

  /// The output of the run, once it has ended.
  ///
  /// The output arrives at once in the process that works on the run, and at the poll interval of
  /// ``DurableRunsOptions`` in other processes. Cancelling the task that awaits the output ends the
  /// waiting, never the run.
  ///
  /// - Throws: ``DurableRunFailed`` if the run has failed, ``DurableRunCancelled`` if it was
  ///   cancelled, ``DurableRunSetAside`` if it was set aside, ``UnreadableOutput`` if the workflow
  ///   that the run has executed has another output, ``UnknownRun``, and errors from the codec and
  ///   the store.
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

  /// Returns the output of a run, or `nil` if the run has not ended.
  ///
  /// - Throws: The failure of the run, or the reason why it was set aside.
  private func output(of row: RunRow<Data>) throws -> Output? {
    if let reason = row.reasonSetAside { throw DurableRunSetAside(run: id, reason: reason) }
    guard let data = try row.outcome(of: id)?.get() else { return nil }
    do {
      return try coding.decode(data, runs.settings.codec)
    } catch let error as DecodingError {
      let problem = "\(Output.self): \(UnreadableValue(error))"
      throw UnreadableOutput(
        run: id,
        workflow: row.workflow,
        version: row.version,
        problem: problem
      )
    }
  }

  /// The status of the run; `nil` if the store does not have it.
  ///
  /// - Throws: An error from the store.
  public var status: DurableRunStatus? {
    get async throws {
      guard let row = try await runs.settings.store.load(id) else { return nil }
      return row.status(at: try await runs.settings.store.now)
    }
  }

  /// Cancels the run, whichever process works on it.
  ///
  /// - Returns: Whether the run has ended or will end.
  /// - Throws: An error from the store.
  @discardableResult
  public func cancel() async throws -> CancellationAnswer { try await runs.cancel(id) }

  /// Pauses the run: no process begins or continues it until you resume it.
  ///
  /// See ``DurableRuns/pause(_:)``.
  ///
  /// - Returns: Whether the run exists and has not ended.
  /// - Throws: An error from the store.
  @discardableResult
  public func pause() async throws -> Bool { try await runs.pause(id) }

  /// Resumes the run if it was paused.
  ///
  /// - Returns: Whether the run exists and has not ended.
  /// - Throws: An error from the store.
  @discardableResult
  public func resume() async throws -> Bool { try await runs.resume(id) }

  /// Undoes the run if it has succeeded, or cancels it if it has not ended.
  ///
  /// See ``DurableRuns/undo(_:)``.
  ///
  /// - Returns: Whether the run is undone or will be.
  /// - Throws: An error from the store.
  @discardableResult
  public func undo() async throws -> CancellationAnswer { try await runs.undo(id) }

  /// Sends a signal to the run.
  ///
  /// - Parameters:
  ///   - value: The value to send.
  ///   - signal: The signal.
  /// - Returns: Whether the store kept the signal, and if not, why.
  /// - Throws: The errors of ``DurableRuns/send(_:to:of:key:)``.
  @discardableResult
  public func send<Value>(
    _ value: Value,
    to signal: Signal<Value>
  ) async throws -> SignalDelivery {
    try await runs.send(value, to: signal, of: id)
  }

  /// Withdraws a signal that the run has not read.
  ///
  /// See ``DurableRuns/withdraw(_:of:)``.
  ///
  /// - Parameter signal: The signal.
  /// - Returns: Whether the signal was withdrawn, and if not, why.
  /// - Throws: An error from the store.
  @discardableResult
  public func withdraw<Value>(_ signal: Signal<Value>) async throws -> SignalWithdrawal {
    try await runs.withdraw(signal.name, of: id)
  }
}

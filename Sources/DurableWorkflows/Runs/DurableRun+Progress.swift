internal import Foundation
internal import Workflows

extension DurableRun {
  /// The recorded fraction of the run, from 0 to 1, whichever process works on it.
  ///
  /// Steps count by their weights, as in the progress of any other run. Progress between two
  /// checkpoints is unknown until the second one is written; in the process that works on the run,
  /// a `WorkflowMonitor` reports it. Each recorded element of a `ForEach` counts. Of a function,
  /// only what it has reported is known; see ``Steps/report(_:)``.
  ///
  /// - Throws: ``UnknownRun``, ``WorkflowNotRegistered`` if this process does not know the version
  ///   of the run, and errors from the store.
  public var fractionCompleted: Double {
    get async throws { try fraction(of: await runs.row(of: id)) }
  }

  /// The recorded fraction of the run, now and whenever it changes, until the run has ended.
  ///
  /// ```swift
  /// for try await fraction in run.progress { bar.progress = fraction }
  /// ```
  ///
  /// Changes arrive at once in the process that works on the run, and at the poll interval of
  /// ``DurableRunsOptions`` in other processes. If the run fails, the sequence ends at the current
  /// fraction. The sequence fails with the errors of ``fractionCompleted``.
  public var progress: AsyncThrowingStream<Double, any Error> {
    let watch = ProgressWatch(run: self)
    return AsyncThrowingStream { try await watch.next() }
  }

  fileprivate func fraction(of row: RunRow<Data>) throws -> Double {
    if case .ended(.value) = row.state { return 1 }
    guard let workflow = runs.settings.workflows[row.definition] else {
      throw WorkflowNotRegistered(row.definition)
    }
    let place = RecordPath.root.appending(workflow.name)
    return RecordedFraction(row: row).fraction(of: workflow.outline, at: place)
  }
}

/// Finds what has changed since the last call.
private actor ProgressWatch<Output: Sendable> {
  private let run: DurableRun<Output>
  private var told: Double?
  private var isOver = false

  init(run: DurableRun<Output>) { self.run = run }

  func next() async throws -> Double? {
    if isOver { return nil }
    return try await run.runs.firstNews(of: run.id) { try await look() }.fraction
  }

  private struct News {
    /// `nil` for the end without a change.
    let fraction: Double?
  }

  private func look() async throws -> News? {
    let row = try await run.runs.row(of: run.id)
    if case .ended = row.state { isOver = true }
    let fraction = try run.fraction(of: row)
    defer { told = fraction }
    if fraction != told { return News(fraction: fraction) }
    return isOver ? News(fraction: nil) : nil
  }
}

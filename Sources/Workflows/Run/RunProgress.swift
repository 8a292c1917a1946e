/// A sequence of the progress of a run: the current fraction, then the newest one after each
/// change.
public struct RunProgress: AsyncSequence, Sendable {
  let lane: Lane
  let changes: ChangeSignal

  /// Creates an iterator.
  ///
  /// - Returns: An iterator that begins with the fraction at the time of its first call.
  public func makeAsyncIterator() -> Iterator { Iterator(lane: lane, changes: changes) }

  /// Reads the progress of a run.
  public struct Iterator: AsyncIteratorProtocol {
    private let lane: Lane
    private let changes: ChangeSignal
    private var seen: Double?

    init(lane: Lane, changes: ChangeSignal) {
      self.lane = lane
      self.changes = changes
    }

    /// Returns the newest fraction, once it differs from the last one.
    ///
    /// - Parameter actor: The actor that the reader is isolated to.
    /// - Returns: The fraction; `nil` after the end of the run, and when the current task is
    ///   cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Double? {
      let last = seen
      let fraction = await changes.first { [lane] in
        let now = lane.fraction
        return now == last ? nil : now
      }
      if let fraction { seen = fraction }
      return fraction
    }
  }
}

extension WorkflowRun {
  /// The progress of the run, from 0 to 1.
  ///
  /// Steps count by their ``Step/weight``. The fraction never decreases, and is 1 only after the
  /// last step.
  public var fractionCompleted: Double { core.fraction }

  /// The progress of the run as a sequence of fractions.
  ///
  /// The sequence begins with the current fraction and ends with the run; the last fraction of a
  /// run that succeeds is 1. A reader that is slower than the steps skips to the newest fraction.
  /// Reading does not retain the run.
  public var progress: RunProgress { RunProgress(lane: core.root, changes: core.progressChanges) }
}

/// How far a run is: the fraction at this moment, and then the newest one whenever it has changed.
public struct RunProgress: AsyncSequence, Sendable {
  /// A fraction from 0 to 1.
  public typealias Element = Double
  /// Nothing is thrown.
  public typealias Failure = Never

  let lane: Lane
  let changes: ChangeSignal

  /// Begins to read.
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

    /// Waits for a change.
    ///
    /// - Parameter actor: Where the reader runs.
    /// - Returns: The newest fraction; `nil` after the end of the run, and when the task that waits
    ///   is cancelled.
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
  /// How far the run is, from 0 to 1.
  ///
  /// Steps count by their ``Step/weight``; it never goes back, and is 1 only after the last step.
  public var fractionCompleted: Double { core.fraction }

  /// The progress of the run as a sequence of fractions.
  ///
  /// Begins with the present one. A reader that is slower than the steps gets the newest fraction
  /// and misses those in between; of a run that succeeds, the last is 1. Ends with the run. Reading
  /// does not keep the run.
  public var progress: RunProgress { RunProgress(lane: core.root, changes: core.progressChanges) }
}

internal import Futures

/// How far a run is: the fraction at this moment, and then the newest one whenever it has changed.
public struct RunProgress: AsyncSequence, Sendable {
  /// A fraction from 0 to 1.
  public typealias Element = Double
  /// Nothing is thrown.
  public typealias Failure = Never

  let fraction: Watched<Double>

  /// Begins to read.
  ///
  /// - Returns: An iterator that begins with the fraction at the time of its first call.
  public func makeAsyncIterator() -> Iterator { Iterator(fraction: fraction) }

  /// Reads the progress of a run.
  public struct Iterator: AsyncIteratorProtocol {
    let fraction: Watched<Double>
    private var seen: Int?

    init(fraction: Watched<Double>) { self.fraction = fraction }

    /// Waits for a change.
    ///
    /// - Parameter actor: Where the reader runs.
    /// - Returns: The newest fraction; `nil` after the end of the run, and when the task that waits is
    ///   cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Double? {
      while true {
        let now = fraction.snapshot(after: seen)
        if now.revision != seen {
          seen = now.revision
          return now.value
        }
        guard let next = now.next, await next.hasSucceeded() else { return nil }
      }
    }
  }
}

extension WorkflowRun {
  /// How far the run is, from 0 to 1.
  ///
  /// Steps count by their ``Step/weight``; it never goes back, and is 1 only after the last step.
  public var fractionCompleted: Double { core.progress.value }

  /// The progress of the run as a sequence of fractions.
  ///
  /// Begins with the present one. A reader that is slower than the steps gets the newest fraction and misses
  /// those in between; of a run that succeeds, the last is 1. Ends with the run. Reading does not keep the run.
  public var progress: RunProgress { RunProgress(fraction: core.progress) }
}

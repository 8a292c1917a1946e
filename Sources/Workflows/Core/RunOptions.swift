public import Futures

/// The options of a run: its tag, its trace, and what cancels it.
///
/// ```swift
/// let run = forecast.start(city, options: RunOptions(tag: city.name, trace: trace))
/// ```
public struct RunOptions: Sendable {
  /// A value that identifies the run for you.
  public var tag: (any Hashable & Sendable)?

  /// The trace that records the run.
  public var trace: Trace

  /// A token that cancels the run: `.current` for that of the scope that starts it, `.never` for
  /// none.
  public var cancellation: CancellationToken

  /// The priority of the task of the run; `nil` for that of the task that starts it.
  public var priority: TaskPriority?

  /// Whether the run is cancelled when its last success observer is removed.
  public var cancelsWhenUnobserved: Bool

  /// The limit of runs that run at the same time; `nil` for none.
  ///
  /// Share one limit among the runs that it applies to. Once started, a run is ``RunState/queued``
  /// until its turn comes, and counts until its steps have stopped.
  public var limit: ConcurrencyLimit?

  /// The observer that receives the spans of the run while it runs.
  package var spanObserver: (any SpanObserver)?

  /// The instrument that records the run with another tracing system.
  package var instrument: (any RunInstrument)?

  /// A text that uniquely identifies the run; `nil` for that of ``RunID``.
  package var identifier: String?

  /// The object that stores the state of the run, if it is durable.
  package var durability: (any RunDurability)?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - tag: A value that identifies the run for you.
  ///   - trace: The trace that records the run; by default, a new one.
  ///   - cancellation: A token that cancels the run; by default, the token of the current scope.
  ///   - priority: The priority of the task of the run; `nil` for that of the task that starts it.
  ///   - cancelsWhenUnobserved: Whether the run is cancelled when its last success observer is
  ///     removed.
  ///   - limit: The limit of runs that run at the same time; `nil` for none.
  public init(
    tag: (any Hashable & Sendable)? = nil,
    trace: Trace = Trace(),
    cancellation: CancellationToken = .current,
    priority: TaskPriority? = nil,
    cancelsWhenUnobserved: Bool = true,
    limit: ConcurrencyLimit? = nil
  ) {
    self.tag = tag
    self.trace = trace
    self.cancellation = cancellation
    self.priority = priority
    self.cancelsWhenUnobserved = cancelsWhenUnobserved
    self.limit = limit
  }
}

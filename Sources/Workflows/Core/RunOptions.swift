public import Futures

/// How a run goes: what it is called, where it is recorded, what stops it.
///
/// ```swift
/// let run = forecast.start(city, options: RunOptions(tag: city.name, trace: trace))
/// ```
public struct RunOptions: Sendable {
  /// Something of yours to know the run by.
  public var tag: (any Hashable & Sendable)?

  /// Where the run records what ran when.
  public var trace: Trace

  /// Cancels the run; `CancellationToken.never` if nothing but the run itself shall, `.current` to
  /// cancel it with the scope it was started in.
  public var cancellation: CancellationToken

  /// The priority of the task of the run; `nil` for that of the task that starts it.
  public var priority: TaskPriority?

  /// Whether the run is cancelled when it had success observers and the last of them leaves.
  public var cancelsWhenUnobserved: Bool

  /// Makes options.
  ///
  /// - Parameters:
  ///   - tag: Something of yours to know the run by.
  ///   - trace: Where to record what runs when; a trace of its own if you do not say.
  ///   - cancellation: Cancels the run; by default, the token of the current scope.
  ///   - priority: The priority of the task of the run; `nil` for that of the task that starts it.
  ///   - cancelsWhenUnobserved: Whether the run is cancelled when the last success observer leaves.
  public init(
    tag: (any Hashable & Sendable)? = nil,
    trace: Trace = Trace(),
    cancellation: CancellationToken = .current,
    priority: TaskPriority? = nil,
    cancelsWhenUnobserved: Bool = true
  ) {
    self.tag = tag
    self.trace = trace
    self.cancellation = cancellation
    self.priority = priority
    self.cancelsWhenUnobserved = cancelsWhenUnobserved
  }
}

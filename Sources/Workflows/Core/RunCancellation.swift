/// The reason for the cancellation of a run.
///
/// ```swift
/// if run.cancellation == .unobserved { print("nobody wanted \(run.name)") }
/// ```
public struct RunCancellation: Hashable, Sendable, CustomStringConvertible {
  /// The reason in words.
  public let description: String

  /// Creates your own reason, for ``WorkflowRun/cancel(because:)``.
  ///
  /// Two reasons are equal if they have the same description.
  ///
  /// - Parameter description: The reason in words.
  public init(_ description: String) { self.description = description }

  /// The run itself, a future of its output, or its `Progress` was cancelled.
  public static let requested = RunCancellation("it was cancelled")

  /// The token of its options was cancelled, or the task that called the workflow.
  public static let scope = RunCancellation("its scope was cancelled")

  /// Its last success observer was removed; see ``RunOptions/cancelsWhenUnobserved``.
  public static let unobserved = RunCancellation("its last observer was removed")

  /// Another run with the same key has replaced it; see ``UniqueRuns``.
  public static let replaced = RunCancellation("another run has replaced it")

  /// One of its steps threw `CancellationError`.
  public static let step = RunCancellation("a step was cancelled")
}

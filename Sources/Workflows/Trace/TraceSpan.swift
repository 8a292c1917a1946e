/// A piece of work in a ``Trace``: a run, a step, or an attempt of a step.
public struct TraceSpan: Sendable, Hashable, Identifiable {
  /// The outcome of a span.
  public enum Outcome: Sendable, Hashable {
    /// Still running.
    case running
    /// Ended with an output.
    case succeeded
    /// Ended with an error.
    ///
    /// - Parameter error: The description of the error.
    case failed(error: String)
    /// Cancelled.
    case cancelled
  }

  /// The identity of a span in its trace.
  public struct ID: Sendable, Hashable {
    /// The run that the span belongs to.
    public let run: RunID
    /// The number of the span in its run, in the order in which the spans began.
    public let number: Int
  }

  /// The identity of the span in its trace.
  public let id: ID

  /// The enclosing span; `nil` for that of a whole run.
  public let parent: ID?

  /// The name of the step, or that of the workflow for a whole run.
  public let name: String

  /// The name of the workflow that was started.
  public let workflow: String

  /// The tag of the run as text.
  public let tag: String?

  /// The number of the attempt, counted from 1.
  public let attempt: Int

  /// The lane of the span: 0 for the run itself, other numbers for its parallel branches.
  ///
  /// Spans of one lane follow or contain each other. A number is reused when its branch has ended.
  public let lane: Int

  /// The start of the span, as the time since the trace was created.
  public let start: Duration

  /// The end of the span; `nil` while it is running.
  public let end: Duration?

  /// The outcome of the span.
  public let outcome: Outcome
}

/// One piece of work in a ``Trace``: a run, a step, or an attempt of a step.
public struct TraceSpan: Sendable, Hashable, Identifiable {
  /// How a span ended.
  public enum Outcome: Sendable, Hashable {
    /// Not at all so far.
    case running
    /// With an output.
    case succeeded
    /// With an error.
    ///
    /// - Parameter error: The text of the error.
    case failed(error: String)
    /// It was stopped.
    case cancelled
  }

  /// The identity of a span in its trace.
  public struct ID: Sendable, Hashable {
    /// The run that the span belongs to.
    public let run: RunID
    /// The number of the span in its run, in the order in which they began.
    public let number: Int
  }

  /// The identity of the span in its trace.
  public let id: ID

  /// The span around this one; `nil` for that of a whole run.
  public let parent: ID?

  /// The name of the step, or that of the workflow for a whole run.
  public let name: String

  /// The name of the workflow that was started.
  public let workflow: String

  /// The tag of the run as text.
  public let tag: String?

  /// Which attempt it was, counted from 1.
  public let attempt: Int

  /// Which of the parallel branches of the run it belongs to; 0 is the run itself.
  ///
  /// Spans of one lane follow each other or contain each other; numbers are used again when a
  /// branch has ended.
  public let lane: Int

  /// When the span began, counted from when the trace was made.
  public let start: Duration

  /// When it ended; `nil` as long as it is running.
  public let end: Duration?

  /// How it ended.
  public let outcome: Outcome
}

internal import Futures

/// A record of which step ran when, on which attempt, and how it ended.
public final class Trace: Sendable {
  /// Makes an empty trace.
  public init() {}

  func track(workflow: String, tag: String?) -> TraceTrack { TraceTrack() }
}

/// The part of a trace that belongs to one run.
final class TraceTrack: Sendable {
}

/// A span that has been begun.
struct SpanToken: Sendable {
  let index: Int

  static let none = SpanToken(index: -1)
}

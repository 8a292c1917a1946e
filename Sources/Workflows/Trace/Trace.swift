internal import Futures
internal import Synchronization

/// A record of which step ran when, on which attempt, and how it ended.
///
/// Every run has one in its ``RunOptions``. Give several runs the same trace to see them side by
/// side:
///
/// ```swift
/// let trace = Trace()
/// let runs = cities.map { forecast.start($0, options: RunOptions(tag: $0.name, trace: trace)) }
/// for run in runs { _ = try? await run.value }
/// try trace.svg().write(to: file, atomically: true, encoding: .utf8)
/// ```
///
/// It can be looked at any time, also while runs are at work, and written as Chrome trace events,
/// as a Mermaid diagram and as a picture.
public final class Trace: Sendable {
  private let tracks = Locked<[TraceTrack]>([])
  private let time: Stopwatch
  private let room: TraceRoom

  /// Makes an empty trace, whose time begins now.
  ///
  /// - Parameters:
  ///   - clock: What to measure with.
  ///   - capacity: The most spans to keep. When they are used up, further spans are only counted,
  ///     in ``droppedCount``; zero records nothing.
  public init(clock: any Clock<Duration> = ContinuousClock(), capacity: Int = 100_000) {
    time = Stopwatch(clock)
    room = TraceRoom(capacity: max(0, capacity))
  }

  /// The spans so far: run by run in the order in which the runs were made, and for each in the
  /// order in which the spans began.
  ///
  /// - Complexity: O(*n*) in the number of spans.
  public var spans: [TraceSpan] {
    tracks.withLock { $0 }.sorted { $0.run < $1.run }.flatMap(\.spans)
  }

  /// How many spans were not kept for want of room.
  public var droppedCount: Int { room.dropped }

  /// The time since the trace was made.
  public var now: Duration { time.now() }

  /// Makes the record of a run, which is kept unless there is no room for its spans.
  func track(run: RunID, workflow: String, tag: String?) -> TraceTrack {
    let track = TraceTrack(run: run, workflow: workflow, tag: tag, time: time, room: room)
    if !room.isFull { tracks.withLock { $0.append(track) } }
    return track
  }
}

/// How many spans a trace has room for.
final class TraceRoom: Sendable {
  let capacity: Int
  private let used = Atomic<Int>(0)

  init(capacity: Int) { self.capacity = capacity }

  /// Whether there is no room any more, and never will be again.
  var isFull: Bool { used.load(ordering: .relaxed) >= capacity }

  var dropped: Int { max(0, used.load(ordering: .relaxed) - capacity) }

  /// Whether there is room for one more.
  func take() -> Bool { used.add(1, ordering: .relaxed).newValue <= capacity }
}

internal import Futures
internal import Synchronization

/// A record of when each step ran, on which attempt, and how it ended.
///
/// Every run has a trace in its ``RunOptions``. Pass the same trace to several runs to see them
/// together:
///
/// ```swift
/// let trace = Trace()
/// let runs = cities.map { forecast.start($0, options: RunOptions(tag: $0.name, trace: trace)) }
/// for run in runs { _ = try? await run.value }
/// try trace.svg().write(to: file, atomically: true, encoding: .utf8)
/// ```
///
/// You can read a trace at any time, even while runs are running, and export it as Chrome trace
/// events, as a Mermaid diagram and as a picture.
public final class Trace: Sendable {
  private let tracks = Locked<[TraceTrack]>([])
  private let time: Stopwatch
  private let room: TraceRoom
  /// The age of the trace when this object was created, for a trace of earlier records.
  private let age: Duration

  /// Creates an empty trace that starts now.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the time.
  ///   - capacity: The maximum number of spans to keep. Further spans are only counted, in
  ///     ``droppedCount``; zero records nothing.
  public init(clock: any Clock<Duration> = ContinuousClock(), capacity: Int = 100_000) {
    time = Stopwatch(clock)
    room = TraceRoom(capacity: max(0, capacity))
    age = .zero
  }

  /// Creates an empty trace that started earlier.
  init(capacity: Int, age: Duration) {
    time = Stopwatch(ContinuousClock())
    room = TraceRoom(capacity: max(0, capacity))
    self.age = age
  }

  /// The recorded spans: runs in the order of their creation, and the spans of each in the order in
  /// which they began.
  ///
  /// - Complexity: O(*n*) in the number of spans.
  public var spans: [TraceSpan] {
    tracks.withLock { $0 }.sorted { $0.run < $1.run }.flatMap(\.spans)
  }

  /// The number of spans that exceeded the capacity.
  public var droppedCount: Int { room.dropped }

  /// The time since the trace was created.
  public var now: Duration { age + time.now() }

  /// Creates the record of a run, which is kept while there is capacity for its spans.
  func track(
    run: RunID,
    workflow: String,
    tag: String?,
    observer: (any SpanObserver)?
  ) -> TraceTrack {
    let track = TraceTrack(
      run: run,
      workflow: workflow,
      tag: tag,
      time: time,
      room: room,
      observer: observer
    )
    if !room.isFull { tracks.withLock { $0.append(track) } }
    return track
  }
}

/// The capacity of a trace.
final class TraceRoom: Sendable {
  let capacity: Int
  private let used = Atomic<Int>(0)

  init(capacity: Int) { self.capacity = capacity }

  /// Whether the capacity is used up, which is final.
  var isFull: Bool { used.load(ordering: .relaxed) >= capacity }

  var dropped: Int { max(0, used.load(ordering: .relaxed) - capacity) }

  /// Takes capacity for one span; returns whether there was any.
  func take() -> Bool { used.add(1, ordering: .relaxed).newValue <= capacity }
}

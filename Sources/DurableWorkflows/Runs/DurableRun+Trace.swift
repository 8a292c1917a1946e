internal import Foundation
public import Workflows

extension DurableRun {
  /// A trace of the run, built from its records from all processes.
  ///
  /// Each recorded step has a span, and so do its enclosing steps. Export the trace like that of
  /// any other run. Times count from the submission, by the clock of the store. The span of a step
  /// begins when its last execution began. Only what is recorded is known: the trace contains no
  /// steps without a checkpoint, no failed attempts, and no waits, and a workflow whose failure was
  /// recovered lasts as long as the steps that it has recorded.
  ///
  /// - Throws: ``UnknownRun``, and errors from the store.
  public var trace: Trace {
    get async throws { try await runs.trace(of: id) }
  }
}

extension DurableRuns {
  /// Returns a trace of a run from its records, like ``DurableRun/trace``, whatever the workflow of
  /// the run is.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: The trace.
  /// - Throws: ``UnknownRun``, and errors from the store.
  public func trace(of run: String) async throws -> Trace {
    let row = try await row(of: run)
    // A span that has not ended lasts until now, by the clock that stamped the others.
    let end = if let ended = row.ended { ended } else { try await settings.store.now }
    return Trace(
      workflow: row.workflow,
      tag: run,
      age: .milliseconds(row.offset(of: end)),
      spans: RecordedSpans(of: row, settings.codec).spans
    )
  }
}

/// The spans of the records of a run and of their enclosing steps.
private struct RecordedSpans {
  private(set) var spans: [RecordedSpan] = []
  private let row: RunRow<Data>
  private var indices: [RecordPath: Int] = [:]
  /// The end of the last step in each lane.
  private var ends: [Int: Duration] = [:]

  init(of row: RunRow<Data>, _ codec: any RunCodec) {
    self.row = row
    let records = row.records.filter { $0.key.isOfStep }
      .map { path, record in
        (path: path, start: record.time.after(-max(0, record.took)), end: record.time)
      }
      .sorted { ($0.start, $0.path) < ($1.start, $1.path) }
    let outcome: TraceSpan.Outcome =
      switch row.state {
      case .ended(.value): .succeeded
      case .ended(.failure(.cancelled)): .cancelled
      case .ended(.failure(let failure)): .failed(error: "\(failure)")
      case .ready, .running, .setAside: .running
      }
    let root = RecordPath.root.appending(records.first?.path.names.first ?? row.workflow)
    add(root, start: 0, end: row.ended.map { row.offset(of: $0) }, outcome, lane: 0)
    for record in records {
      let start = row.offset(of: record.start)
      let end = max(start, row.offset(of: record.end))
      let lane = lane(from: .milliseconds(start), to: .milliseconds(end))
      addOuter(of: record.path, records, lane)
      if indices[record.path] == nil {
        let outcome = row.records[record.path].flatMap { codec.outcome(ofFailed: $0) }
        add(record.path, start: start, end: end, outcome ?? .succeeded, lane: lane)
      }
    }
  }

  /// Adds the enclosing steps of a recorded step, from the first to the last record inside each.
  private mutating func addOuter(
    of path: RecordPath,
    _ records: [(path: RecordPath, start: StoreTime, end: StoreTime)],
    _ lane: Int
  ) {
    guard let outer = path.enclosing, outer != .root, indices[outer] == nil else { return }
    addOuter(of: outer, records, lane)
    let inside = records.filter { $0.path.isInside(outer) }
    let start = inside.map(\.start).min() ?? row.submitted
    let end = inside.map(\.end).max() ?? start
    let isOver = row.ended != nil
    add(
      outer,
      start: row.offset(of: start),
      end: isOver || row.records[outer] != nil ? row.offset(of: end) : nil,
      isOver || row.records[outer] != nil ? .succeeded : .running,
      lane: lane
    )
  }

  private mutating func add(
    _ path: RecordPath,
    start: Int,
    end: Int?,
    _ outcome: TraceSpan.Outcome,
    lane: Int
  ) {
    indices[path] = spans.count
    spans.append(
      RecordedSpan(
        name: path.names.last ?? "",
        parent: path.enclosing.flatMap { indices[$0] },
        lane: lane,
        attempt: (row.attempts[path]?.failed ?? 0) + 1,
        start: .milliseconds(start),
        end: end.map { .milliseconds($0) },
        outcome: outcome
      )
    )
  }

  /// Returns the first lane that is free during a time span.
  private mutating func lane(from start: Duration, to end: Duration) -> Int {
    var lane = 0
    while let other = ends[lane], other > start { lane += 1 }
    ends[lane] = max(end, ends[lane] ?? .zero)
    return lane
  }
}

extension RunCodec {
  /// Returns how a call of a function has ended without an output; `nil` if it has one.
  fileprivate func outcome(ofFailed record: RunRow<Data>.Record) -> TraceSpan.Outcome? {
    guard record.type == RecordedFailure.type,
      let failure = try? decode(RecordedFailure.self, from: record.value)
    else { return nil }
    return failure.type == nil ? .cancelled : .failed(error: failure.message)
  }
}

extension RunRow<Data> {
  /// The time since the run was submitted, in milliseconds; a damaged store may contain any time.
  fileprivate func offset(of time: StoreTime) -> Int {
    min(max(0, time.after(-max(submitted, -.max))), 1_000_000_000_000_000)
  }
}

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
  /// A recorded step, in milliseconds since the run was submitted.
  private struct Step {
    let path: RecordPath
    /// The time of the store, which orders the steps.
    let began: StoreTime
    let start: Int
    let end: Int
  }

  private(set) var spans: [RecordedSpan] = []
  private let row: RunRow<Data>
  private var indices: [RecordPath: Int] = [:]
  /// From the first to the last record inside each enclosing step.
  private var extents: [RecordPath: ClosedRange<Int>] = [:]

  init(of row: RunRow<Data>, _ codec: any RunCodec) {
    self.row = row
    let steps = row.records.filter { $0.key.isOfStep }
      .map { path, record in
        let began = record.time.after(-max(0, record.took))
        let start = row.offset(of: began)
        let end = max(start, row.offset(of: record.time))
        return Step(path: path, began: began, start: start, end: end)
      }
      .sorted { ($0.began, $0.path) < ($1.began, $1.path) }
    let outcome: TraceSpan.Outcome =
      switch row.state {
      case .ended(.value): .succeeded
      case .ended(.failure(.cancelled)): .cancelled
      case .ended(.failure(let failure)): .failed(error: "\(failure)")
      case .ready, .running, .setAside: .running
      }
    let root = RecordPath.root.appending(steps.first?.path.names.first ?? row.workflow)
    add(root, start: 0, end: row.ended.map { row.offset(of: $0) }, outcome, lane: 0)
    for step in steps { extend(step) }
    for (step, lane) in zip(steps, Self.lanes(of: steps)) {
      addOuter(of: step.path, lane)
      if indices[step.path] == nil {
        let outcome = row.records[step.path].flatMap { codec.outcome(ofFailed: $0) }
        add(step.path, start: step.start, end: step.end, outcome ?? .succeeded, lane: lane)
      }
    }
  }

  private mutating func extend(_ step: Step) {
    var place: RecordPath? = step.path
    while let path = place, path != .root {
      let known = extents[path] ?? step.start...step.end
      extents[path] = min(known.lowerBound, step.start)...max(known.upperBound, step.end)
      place = path.enclosing
    }
  }

  /// Adds the enclosing steps of a recorded step.
  private mutating func addOuter(of path: RecordPath, _ lane: Int) {
    guard let outer = path.enclosing, outer != .root, indices[outer] == nil else { return }
    addOuter(of: outer, lane)
    let extent = extents[outer] ?? 0...0
    let isOver = row.ended != nil || row.records[outer] != nil
    add(
      outer,
      start: extent.lowerBound,
      end: isOver ? extent.upperBound : nil,
      isOver ? .succeeded : .running,
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

  /// Returns for each step the first lane that is free from its start to its end.
  ///
  /// - Complexity: O(*n* log *n*) in the number of steps.
  private static func lanes(of steps: [Step]) -> [Int] {
    let byEnd = steps.indices.sorted { (steps[$0].end, $0) < (steps[$1].end, $1) }
    var ended = byEnd[...]
    var numbers = LaneNumbers(from: 0)
    var lanes: [Int] = []
    for step in steps {
      while let first = ended.first, first < lanes.count, steps[first].end <= step.start {
        numbers.giveBack(lanes[first])
        ended.removeFirst()
      }
      lanes.append(numbers.take())
    }
    return lanes
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

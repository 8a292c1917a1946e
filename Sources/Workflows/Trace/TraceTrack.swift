internal import Futures

/// The part of a trace that belongs to one run.
///
/// Has a lock of its own, so that runs do not wait for each other.
final class TraceTrack: Sendable {
  private struct Record {
    let name: String
    let parent: Int
    let attempt: Int
    let lane: Int
    let start: Duration
    var end: Duration?
    var outcome: TraceSpan.Outcome
  }

  private struct State {
    var records: [Record] = []
    /// The numbers of branches; the run itself is in lane 0.
    var lanes = LaneNumbers(from: 1)
    var isFinished = false
  }

  let run: RunID
  private let workflow: String
  private let tag: String?
  private let time: Stopwatch
  private let room: TraceRoom
  private let state = Locked(State())

  init(run: RunID, workflow: String, tag: String?, time: Stopwatch, room: TraceRoom) {
    self.run = run
    self.workflow = workflow
    self.tag = tag
    self.time = time
    self.room = room
  }

  /// Prepares for a number of spans.
  func reserve(_ count: Int) {
    let wanted = min(count, room.capacity)
    state.withLock { $0.records.reserveCapacity(wanted) }
  }

  /// Begins a span.
  func begin(_ name: String, in parent: SpanToken, lane: Int, attempt: Int) -> SpanToken {
    guard room.take() else { return .none }
    let start = time.now()
    return state.withLock { state in
      if state.isFinished { return .none }
      state.records.append(
        Record(
          name: name,
          parent: parent.index,
          attempt: attempt,
          lane: lane,
          start: start,
          end: nil,
          outcome: .running
        )
      )
      return SpanToken(index: state.records.count - 1)
    }
  }

  /// Ends a span, unless it has been ended.
  func end(_ span: SpanToken, _ outcome: TraceSpan.Outcome) {
    if span.index < 0 { return }
    let end = time.now()
    state.withLock { state in
      guard state.records[span.index].end == nil else { return }
      state.records[span.index].end = end
      state.records[span.index].outcome = outcome
    }
  }

  /// Ends the spans inside of one that are still running.
  func endSpans(in parent: SpanToken, _ outcome: TraceSpan.Outcome) {
    if parent.index < 0 { return }
    let end = time.now()
    state.withLock { state in
      var inside: Set<Int> = [parent.index]
      for index in state.records.indices.dropFirst(parent.index + 1)
      where inside.contains(state.records[index].parent) {
        inside.insert(index)
        guard state.records[index].end == nil else { continue }
        state.records[index].end = end
        state.records[index].outcome = outcome
      }
    }
  }

  /// Ends the first span, which is that of the run, and stops what is still running inside of it.
  ///
  /// What work that does not care records later is dropped.
  func finish(_ outcome: TraceSpan.Outcome) {
    let end = time.now()
    state.withLock { state in
      state.isFinished = true
      for index in state.records.indices where state.records[index].end == nil {
        state.records[index].end = end
        state.records[index].outcome = index == 0 ? outcome : .cancelled
      }
    }
  }

  // MARK: Lanes

  /// The lowest lane that is free, for a branch.
  func takeLane() -> Int { state.withLock { $0.lanes.take() } }

  /// Makes the lane of a branch that has ended free for another one.
  func releaseLane(_ number: Int) { state.withLock { $0.lanes.giveBack(number) } }

  // MARK: Reading

  var spans: [TraceSpan] {
    let records = state.withLock { $0.records }
    return records.indices.map { index in
      let record = records[index]
      return TraceSpan(
        id: TraceSpan.ID(run: run, number: index),
        parent: record.parent < 0 ? nil : TraceSpan.ID(run: run, number: record.parent),
        name: record.name,
        workflow: workflow,
        tag: tag,
        attempt: record.attempt,
        lane: record.lane,
        start: record.start,
        end: record.end,
        outcome: record.outcome
      )
    }
  }
}

/// A span that has been begun.
struct SpanToken: Sendable {
  let index: Int

  /// No span: there was no room for it.
  static let none = SpanToken(index: -1)
}

extension TraceSpan.Outcome {
  /// The outcome of a step that has thrown.
  init(throwing error: any Error) {
    self = isCancellation(error) ? .cancelled : .failed(error: "\(error)")
  }
}

internal import Futures

/// The part of a trace that belongs to one run.
///
/// Each track has its own lock, so that runs do not wait for each other.
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
  let observer: (any SpanObserver)?
  private let state = Locked(State())

  init(
    run: RunID,
    workflow: String,
    tag: String?,
    time: Stopwatch,
    room: TraceRoom,
    observer: (any SpanObserver)?
  ) {
    self.run = run
    self.workflow = workflow
    self.tag = tag
    self.time = time
    self.room = room
    self.observer = observer
  }

  /// Reserves memory for a number of spans.
  func reserve(_ count: Int) {
    let wanted = min(count, room.capacity)
    state.withLock { $0.records.reserveCapacity(wanted) }
  }

  /// Begins a span.
  func begin(_ name: String, in parent: SpanToken, lane: Int, attempt: Int) -> SpanToken {
    guard room.take() else { return .none }
    let start = time.now()
    let token = state.withLock { state -> SpanToken in
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
    if let observer, token.index >= 0 { observer.begin(self.span(token.index)) }
    return token
  }

  /// Ends a span, unless it has ended.
  func end(_ span: SpanToken, _ outcome: TraceSpan.Outcome) {
    if span.index < 0 { return }
    let end = time.now()
    let hasEnded = state.withLock { state in
      guard state.records[span.index].end == nil else { return false }
      state.records[span.index].end = end
      state.records[span.index].outcome = outcome
      return true
    }
    if let observer, hasEnded { observer.end(self.span(span.index)) }
  }

  /// Ends the running spans inside another one.
  func endSpans(in parent: SpanToken, _ outcome: TraceSpan.Outcome) {
    if parent.index < 0 { return }
    let end = time.now()
    let ended = state.withLock { state in
      var inside: Set<Int> = [parent.index]
      var ended: [Int] = []
      for index in state.records.indices.dropFirst(parent.index + 1)
      where inside.contains(state.records[index].parent) {
        inside.insert(index)
        guard state.records[index].end == nil else { continue }
        state.records[index].end = end
        state.records[index].outcome = outcome
        ended.append(index)
      }
      return ended
    }
    reportEnds(ended)
  }

  /// Ends the first span, that of the run, and cancels those still running inside it.
  ///
  /// Later records, by work that ignores its cancellation, are dropped.
  func finish(_ outcome: TraceSpan.Outcome) {
    let end = time.now()
    let ended = state.withLock { state in
      state.isFinished = true
      let ended = state.records.indices.filter { state.records[$0].end == nil }
      for index in ended {
        state.records[index].end = end
        state.records[index].outcome = index == 0 ? outcome : .cancelled
      }
      return ended
    }
    reportEnds(ended)
  }

  /// Reports that spans have ended, those inside others first.
  private func reportEnds(_ indices: [Int]) {
    guard let observer else { return }
    for index in indices.reversed() { observer.end(span(index)) }
  }

  // MARK: Lanes

  /// Returns the lowest free lane, for a branch.
  func takeLane() -> Int { state.withLock { $0.lanes.take() } }

  /// Frees the lane of a branch that has ended.
  func releaseLane(_ number: Int) { state.withLock { $0.lanes.giveBack(number) } }

  // MARK: Reading

  var spans: [TraceSpan] {
    let records = state.withLock { $0.records }
    return records.indices.map { span($0, records[$0]) }
  }

  /// Returns a span that has begun.
  private func span(_ index: Int) -> TraceSpan {
    span(index, state.withLock { $0.records[index] })
  }

  private func span(_ index: Int, _ record: Record) -> TraceSpan {
    TraceSpan(
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

/// A span that has begun.
struct SpanToken: Sendable {
  let index: Int

  /// No span, because the capacity was used up.
  static let none = SpanToken(index: -1)
}

extension TraceSpan.Outcome {
  /// Creates the outcome of a step that has thrown an error.
  init(throwing error: any Error) {
    self = isCancellation(error) ? .cancelled : .failed(error: "\(error)")
  }
}

internal import Futures

/// The part of a trace that belongs to one run.
///
/// Each track has its own lock, so that runs do not wait for each other.
final class TraceTrack: Sendable {
  fileprivate struct Record {
    let name: String
    let parent: Int
    let attempt: Int
    let lane: Int
    /// Whether the end of the run does not end the span.
    let isShielded: Bool
    let start: Duration
    var end: Duration?
    var outcome: TraceSpan.Outcome
    var running = Links()
  }

  /// The place of a running span among those inside the same span, as indices; -1 for none.
  ///
  /// A span that ends leaves the list, so that ending the spans inside another one takes no time
  /// for those that have already ended.
  fileprivate struct Links {
    /// The enclosing running span.
    var outer = -1
    /// The newest running span inside this one.
    var newest = -1
    /// The running span inside the same one that began next.
    var newer = -1
    var older = -1
  }

  fileprivate struct State {
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

  /// The span of the run.
  var root: SpanToken { state.withLock { $0.records.isEmpty ? .none : SpanToken(index: 0) } }

  /// Begins a span.
  ///
  /// A shielded span, and those inside it, are recorded even if the run has ended, and do not end
  /// with it.
  func begin(
    _ name: String,
    in parent: SpanToken,
    lane: Int,
    attempt: Int,
    isShielded: Bool = false
  ) -> SpanToken {
    guard room.take() else { return .none }
    let start = time.now()
    let token = state.withLock { state -> SpanToken in
      let isShielded = isShielded || state.isShielded(parent)
      if state.isFinished && !isShielded { return .none }
      state.records.append(
        Record(
          name: name,
          parent: parent.index,
          attempt: attempt,
          lane: lane,
          isShielded: isShielded,
          start: start,
          end: nil,
          outcome: .running
        )
      )
      state.add(state.records.count - 1)
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
      state.end(span.index, at: end, outcome)
      return true
    }
    if let observer, hasEnded { observer.end(self.span(span.index)) }
  }

  /// Ends the running spans inside another one.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of running spans inside the other one.
  func endSpans(in parent: SpanToken, _ outcome: TraceSpan.Outcome) {
    if parent.index < 0 { return }
    let end = time.now()
    let ended = state.withLock { state in
      var ended: [Int] = []
      if state.isFinished && !state.isShielded(parent) { return ended }
      while case let index = state.records[parent.index].running.newest, index >= 0 {
        // The spans that run inside it move out, and are next.
        state.end(index, at: end, outcome)
        ended.append(index)
      }
      return ended.sorted()
    }
    reportEnds(ended)
  }

  /// Ends the first span, that of the run, and cancels those still running inside it, except those
  /// that clean up.
  ///
  /// Later records, by work that ignores its cancellation, are dropped.
  func finish(_ outcome: TraceSpan.Outcome) {
    let end = time.now()
    let ended = state.withLock { state in
      state.isFinished = true
      let ended = state.records.indices.filter {
        state.records[$0].end == nil && !state.records[$0].isShielded
      }
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

  /// Adopts spans that were recorded elsewhere.
  func take(over spans: [RecordedSpan]) {
    state.withLock { state in
      for span in spans where room.take() {
        state.records.append(
          Record(
            name: span.name,
            parent: span.parent ?? -1,
            attempt: span.attempt,
            lane: span.lane,
            isShielded: false,
            start: span.start,
            end: span.end,
            outcome: span.outcome
          )
        )
      }
      state.isFinished = true
    }
  }

  // MARK: Lanes

  /// Returns the lowest free lane, for a branch.
  func takeLane() -> Int { state.withLock { $0.lanes.take() } }

  /// Frees the lane of a branch that has ended.
  func releaseLane(_ number: Int) { state.withLock { $0.lanes.giveBack(number) } }

  // MARK: Reading

  /// The path of the running span that began last; `nil` if only that of the run is running.
  var currentPath: String? {
    state.withLock { state in
      guard var record = state.records.first, record.end == nil else { return nil }
      var path = record.name
      if record.running.newest < 0 { return nil }
      while record.running.newest >= 0 {
        record = state.records[record.running.newest]
        path += "/" + record.name
      }
      return path
    }
  }

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

extension TraceTrack.State {
  fileprivate func isShielded(_ span: SpanToken) -> Bool {
    span.index >= 0 && records[span.index].isShielded
  }

  /// Adds a span to those that run inside the enclosing span, or inside the next enclosing one that
  /// runs.
  fileprivate mutating func add(_ index: Int) {
    var outer = records[index].parent
    while outer >= 0, records[outer].end != nil { outer = records[outer].parent }
    insert(index, inside: outer)
  }

  private mutating func insert(_ index: Int, inside outer: Int) {
    let older = outer < 0 ? -1 : records[outer].running.newest
    records[index].running.outer = outer
    records[index].running.newer = -1
    records[index].running.older = older
    if outer >= 0 { records[outer].running.newest = index }
    if older >= 0 { records[older].running.newer = index }
  }

  /// Ends a span; those that run inside it now run inside the one that encloses it.
  fileprivate mutating func end(_ index: Int, at end: Duration, _ outcome: TraceSpan.Outcome) {
    records[index].end = end
    records[index].outcome = outcome
    let links = records[index].running
    if links.newer >= 0 {
      records[links.newer].running.older = links.older
    } else if links.outer >= 0 {
      records[links.outer].running.newest = links.older
    }
    if links.older >= 0 { records[links.older].running.newer = links.newer }
    var inner = links.newest
    while inner >= 0 {
      let next = records[inner].running.older
      insert(inner, inside: links.outer)
      inner = next
    }
    records[index].running = TraceTrack.Links()
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

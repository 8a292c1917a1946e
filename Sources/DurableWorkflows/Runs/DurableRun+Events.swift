internal import Foundation
internal import Workflows

extension DurableRun {
  /// The past and future events of the run, until it has ended.
  ///
  /// ```swift
  /// for try await event in run.events {
  ///   print(event)  // recorded(step: "/fulfil order/reserve")
  /// }
  /// ```
  ///
  /// The sequence begins with what is already recorded, in order. Later events arrive at once in
  /// the process that works on the run, and at the poll interval of ``DurableRunsOptions`` in other
  /// processes, where a status that has already changed by then is left out. A run that is set
  /// aside does not end the sequence, because it may be reopened. The sequence fails with
  /// ``UnknownRun`` or with an error from the store.
  public var events: AsyncThrowingStream<DurableRunEvent, any Error> {
    runs.events(of: id)
  }
}

extension DurableRuns {
  /// Returns the past and future events of a run, like ``DurableRun/events``, whatever the workflow
  /// of the run is.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: The events, until the run has ended.
  public func events(of run: String) -> AsyncThrowingStream<DurableRunEvent, any Error> {
    let watch = RunWatch(id: run, runs: self)
    return AsyncThrowingStream { try await watch.next() }
  }
}

/// Compares the state in the store with the events reported so far.
private actor RunWatch {
  let id: String
  let runs: DurableRuns
  private var told: Set<DurableRunEvent> = []
  private var round = 1
  private var tags: [String: String] = [:]
  private var status: DurableRunStatus?
  private var pending: ArraySlice<DurableRunEvent> = []
  private var isOver = false

  init(id: String, runs: DurableRuns) {
    self.id = id
    self.runs = runs
  }

  func next() async throws -> DurableRunEvent? {
    if let event = pending.popFirst() { return event }
    if isOver { return nil }
    // The type is spelled out because an inferred optional would count as news even when it is
    // `nil`.
    let event: DurableRunEvent = try await runs.firstNews(of: id) {
      try await look()
      return pending.popFirst()
    }
    return event
  }

  private func look() async throws {
    let row = try await runs.row(of: id)
    let now = try await runs.settings.store.now
    if row.round != round { (round, told) = (row.round, []) }
    for event in row.events where told.insert(event).inserted { pending.append(event) }
    for name in Set(tags.keys).union(row.tags.keys).sorted() where tags[name] != row.tags[name] {
      pending.append(.tagged(name, row.tags[name]))
    }
    tags = row.tags
    let status = row.status(at: now)
    if status != self.status { pending.append(.status(status)) }
    self.status = status
    if case .ended = row.state { isOver = true }
  }
}

extension RunRow<Data> {
  /// The recorded events of the run, in order.
  fileprivate var events: [DurableRunEvent] {
    let steps = records.filter { $0.key.isOfStep }
      .sorted { $0.value.sequence < $1.value.sequence }
    // The last step is undone first.
    let undone = undone.sorted { sequence(of: $0.key) > sequence(of: $1.key) }
    return steps.map { .recorded(step: $0.key.description) }
      + undone.map { .undone(step: $0.key.description, hasSucceeded: $0.value) }
  }

  private func sequence(of path: RecordPath) -> Int {
    records[path]?.sequence ?? marks[path]?.sequence ?? 0
  }
}

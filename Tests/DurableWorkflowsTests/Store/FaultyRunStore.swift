@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation

/// A rule that a store breaks.
enum StoreFault: CaseIterable {
  case cancelsNothing, claimsInAnyOrder, claimsLongLeases, claimsOtherWorkflows, claimsTooMany
  case countsNothing, deliversAllSignals, dropsAttempts, dropsDelays, dropsFailures, dropsLimits
  case dropsMarks, dropsRecords, dropsSecondChanges, dropsSubmittedRecords, dropsTimeLimits
  case dropsUndoing, dropsUndone, dropsWaits, forgetsTokens, ignoresEpochs, keepsEnded
  case listsAllPages, listsAllStatuses, listsAllWorkflows, listsInReverse, losesInputs
  case losesSignals, neverDue, neverReleases, neverRenews, neverReopens, neverSetsAside
  case parksWithoutPause, parksWithoutSignals, parksWithoutTime, removesAll, removesEarly
  case submitsAnything, submitsWithoutClaim, undoesNothing
  case dropsSubmittedSignals, dropsTags, withdrawsNothing, withdrawsAnything, pausesNothing
  case resumesNothing
  // Rules of versions.
  case claimsOtherVersions, listsAllVersions, listsFirstVersions, readsVersionsFromNames
  // Rules of queues.
  case claimsAllQueues, ignoresKeys, ignoresPartitions, ignoresPriorities, ignoresProcessLimits
  case ignoresQueueLimits, ignoresRates, neverReplacesRuns, pausesNoQueue, resumesNoQueue
  case setsNoLimit, listsNoQueue
  // Rules of schedules.
  case firesAgain, firesNothing, forgetsSchedules, namesAllSchedules, neverPausesSchedules
  case neverReplacesSchedules

  static let ofSchedules: [StoreFault] = [
    .firesAgain, .firesNothing, .forgetsSchedules, .namesAllSchedules, .neverPausesSchedules,
    .neverReplacesSchedules,
  ]

  static var ofRuns: [StoreFault] { allCases.filter { !ofSchedules.contains($0) } }
}

/// A store that breaks one rule.
final class FaultyRunStore: RunStorage {
  let store = InMemoryRunStore(now: 1_000_000)
  private let fault: StoreFault

  init(_ fault: StoreFault) { self.fault = fault }

  var now: StoreTime { store.now }

  func submit(_ run: RunSubmission) async throws -> SubmissionAnswer {
    var run = run
    switch fault {
    case .dropsDelays: run.delay = .zero
    case .dropsTimeLimits: run.timeLimit = nil
    case .dropsSubmittedRecords: run.records = [:]
    case .dropsSubmittedSignals: run.signals = [:]
    case .dropsTags: run.tags = [:]
    case .losesInputs: run.input = Data()
    case .ignoresKeys, .ignoresPartitions, .ignoresPriorities, .neverReplacesRuns:
      run.place = run.place.map(changed)
    default: break
    }
    let answer = try await store.submit(run)
    return fault == .submitsAnything && answer == .different ? .same : answer
  }

  var keepsQueues: Bool { true }

  private func changed(_ place: QueuePlace) -> QueuePlace {
    QueuePlace(
      place.queue,
      partition: fault == .ignoresPartitions ? "" : place.partition,
      priority: fault == .ignoresPriorities ? 0 : place.priority,
      key: fault == .ignoresKeys ? nil : place.key,
      ifTaken: fault == .neverReplacesRuns ? .keep : place.ifTaken
    )
  }

  private func changed(_ queue: RunQueue) -> RunQueue {
    let perProcess = queue.maxConcurrentRunsPerProcess
    return RunQueue(
      queue.name,
      maxConcurrentRuns: fault == .ignoresQueueLimits ? nil : queue.maxConcurrentRuns,
      maxConcurrentRunsPerProcess: fault == .ignoresProcessLimits ? nil : perProcess,
      rate: fault == .ignoresRates ? nil : queue.rate
    )
  }

  func claim(_ request: ClaimRequest) async throws -> ClaimAnswer {
    var request = request
    switch fault {
    case .claimsLongLeases: request.lease *= 2
    case .claimsOtherWorkflows:
      request.workflows.formUnion(["flow", "other", "two"].map { WorkflowVersion($0) })
    case .claimsOtherVersions:
      for known in request.workflows {
        request.workflows.formUnion((1...2).map { WorkflowVersion(known.workflow, version: $0) })
      }
    case .readsVersionsFromNames:
      for known in request.workflows where known.version != 1 {
        request.workflows.insert(
          WorkflowVersion("\(known.workflow) (version \(known.version))")
        )
      }
    case .claimsTooMany: request.limit += 1
    case .claimsAllQueues:
      let names = request.queues.map(\.name)
      request.queues += ["mail", "print", "é"].filter { !names.contains($0) }.map { RunQueue($0) }
    case .ignoresProcessLimits, .ignoresQueueLimits, .ignoresRates:
      request.queues = request.queues.map(changed)
    case .neverSetsAside: request.maxFruitlessClaims = 1000
    default: break
    }
    var answer = try await store.claim(request)
    if fault == .claimsInAnyOrder { answer.runs.reverse() }
    if fault == .neverDue { answer.nextDue = nil }
    if fault == .namesAllSchedules { answer.schedules = try await store.schedules() }
    return answer
  }

  func submit(
    _ run: RunSubmission,
    claiming request: ClaimRequest
  ) async throws -> (SubmissionAnswer, ClaimAnswer) {
    var request = request
    if fault == .submitsWithoutClaim { request.limit = 0 }
    return (try await submit(run), try await claim(request))
  }

  func renew(_ worker: String) async throws -> [RunNews] {
    if fault == .neverRenews { return [] }
    var news = try await store.renew(worker)
    if fault == .losesSignals { for index in news.indices { news[index].signals = [:] } }
    return news
  }

  func commit(_ write: RunWrite) async throws -> WriteAnswer {
    var write = write
    switch fault {
    case .forgetsTokens: write.token = .random(in: 10_000 ... .max)
    case .ignoresEpochs: write.epoch = try await store.load(write.run)?.epoch ?? 0
    case .dropsSecondChanges: write.changes = Array(write.changes.prefix(1))
    default: write.changes.removeAll(where: isDropped)
    }
    if case .park(var wake) = write.continuation {
      if fault == .parksWithoutPause { wake.pause = nil }
      if fault == .parksWithoutSignals { wake.signals = [] }
      if fault == .parksWithoutTime { wake.due = nil }
      write.continuation = .park(wake)
    }
    return try await store.commit(write)
  }

  private func isDropped(_ change: Change) -> Bool {
    switch (change, fault) {
    case (.record, .dropsRecords), (.begin, .dropsMarks), (.failed, .dropsFailures),
      (.wait, .dropsWaits), (.limit, .dropsLimits), (.attempt, .dropsAttempts),
      (.undo, .dropsUndoing), (.undone, .dropsUndone):
      true
    default: false
    }
  }

  func release(_ run: String, epoch: Int) async throws {
    if fault != .neverReleases { try await store.release(run, epoch: epoch) }
  }

  func send(_ value: Data, to signal: String, of run: String) async throws -> SignalDelivery {
    let delivery = try await store.send(value, to: signal, of: run)
    return fault == .deliversAllSignals ? .kept : delivery
  }

  func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    switch fault {
    case .withdrawsNothing: return .withdrawn
    case .withdrawsAnything:
      let answer = try await store.withdraw(signal, of: run)
      return answer == .read ? .withdrawn : answer
    default: return try await store.withdraw(signal, of: run)
    }
  }

  func cancel(_ run: String) async throws -> CancellationAnswer {
    fault == .cancelsNothing ? .requested : try await store.cancel(run)
  }

  func setPaused(_ isPaused: Bool, of run: String) async throws -> Bool {
    switch fault {
    case .pausesNothing where isPaused, .resumesNothing where !isPaused: true
    default: try await store.setPaused(isPaused, of: run)
    }
  }

  func undo(_ run: String) async throws -> CancellationAnswer {
    fault == .undoesNothing ? .requested : try await store.undo(run)
  }

  func reopen(_ run: String) async throws -> Bool {
    fault == .neverReopens ? false : try await store.reopen(run)
  }

  func load(_ run: String) async throws -> Row? { try await store.load(run) }

  func list(_ query: RunQuery) async throws -> [RunSummary] {
    var query = query
    switch fault {
    case .listsAllPages: query.after = nil
    case .listsAllStatuses: query.statuses = []
    case .listsAllWorkflows: query.workflow = nil
    case .listsAllVersions: query.version = nil
    case .listsFirstVersions where query.workflow != nil: query.version = query.version ?? 1
    default: break
    }
    let list = try await store.list(query)
    return fault == .listsInReverse ? list.reversed() : list
  }

  func counts() async throws -> [DurableRunStatus: Int] {
    fault == .countsNothing ? [:] : try await store.counts()
  }

  func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int {
    switch fault {
    case .keepsEnded: 0
    case .removesAll: try await store.removeEnded(olderThan: age, limit: .max)
    case .removesEarly: try await store.removeEnded(olderThan: .zero, limit: limit)
    default: try await store.removeEnded(olderThan: age, limit: limit)
    }
  }

  func setPaused(_ isPaused: Bool, ofQueue queue: String) async throws {
    switch fault {
    case .pausesNoQueue where isPaused, .resumesNoQueue where !isPaused: break
    default: try await store.setPaused(isPaused, ofQueue: queue)
    }
  }

  func setLimit(_ maxConcurrentRuns: Int?, ofQueue queue: String) async throws {
    if fault == .setsNoLimit { return }
    try await store.setLimit(maxConcurrentRuns, ofQueue: queue)
  }

  func queues() async throws -> [QueueSummary] {
    fault == .listsNoQueue ? [] : try await store.queues()
  }

  func setSchedule(_ schedule: StoredSchedule) async throws -> Bool {
    let names = try await store.schedules().map(\.name)
    if fault == .neverReplacesSchedules, names.contains(schedule.name) { return true }
    return try await store.setSchedule(schedule)
  }

  func setPaused(_ isPaused: Bool, ofSchedule name: String) async throws -> Bool {
    if fault == .neverPausesSchedules { return try await store.setPaused(false, ofSchedule: name) }
    return try await store.setPaused(isPaused, ofSchedule: name)
  }

  func removeSchedule(_ name: String) async throws -> Bool {
    try await store.removeSchedule(name)
  }

  func schedules() async throws -> [StoredSchedule] {
    fault == .forgetsSchedules ? [] : try await store.schedules()
  }

  func fire(_ firing: ScheduleFiring) async throws -> [SubmissionAnswer]? {
    var firing = firing
    if fault == .firesNothing { firing.runs = [] }
    let known = try await store.schedules().first { $0.name == firing.schedule }
    if fault == .firesAgain, let known { firing.revision = known.revision }
    return try await store.fire(firing)
  }
}

@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

/// An operation on a store with its arguments.
enum RunOperation: Sendable {
  case submit(RunSubmission)
  case submitAll([RunSubmission])
  case claim(ClaimRequest)
  case submitClaiming(RunSubmission, ClaimRequest)
  case renew(String)
  case commit(RunWrite)
  case release(String, epoch: Int)
  case send(Data, to: String, of: String)
  case withdraw(String, of: String)
  case setPaused(Bool, of: String)
  case setQueuePaused(Bool, String)
  case setQueueLimit(Int?, String)
  case cancel(String)
  case undo(String)
  case reopen(String)
  case list(RunQuery)
  case removeEnded(olderThan: Duration, limit: Int)
  case pass(units: Int)
}

/// A source of random operations on few runs, so that the operations interact.
struct RandomRunOperations {
  private var random: SplitMix
  /// Whether the time of the store passes only on request.
  private let isExact: Bool
  private let hasQueues: Bool

  private static let paths = ["", "/a", "/a/b", "/a/b/c", "/a b", "/a-b", "/a0", "/é", "/b"]
    .map { RecordPath($0) }

  /// Workflows whose names and versions look alike.
  private static let definitions = [
    WorkflowVersion("flow"), WorkflowVersion("flow", version: 2),
    WorkflowVersion("flow (version 2)"),
  ]

  init(seed: UInt64, isExact: Bool, hasQueues: Bool) {
    random = SplitMix(state: seed)
    self.isExact = isExact
    // The room that a limit leaves depends on times.
    self.hasQueues = hasQueues && isExact
  }

  private mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

  private mutating func happens(_ percent: Int) -> Bool { int(1...100) <= percent }

  private mutating func run() -> String { "run \(int(1...9))" }

  private mutating func payload() -> Data { Data("value \(int(0...2))".utf8.dropLast(int(0...7))) }

  private mutating func path() -> RecordPath { Self.paths.randomElement(using: &random) ?? .root }

  private mutating func signal() -> String { ["go", "stop", "é"][int(0...2)] }

  private mutating func signals() -> Set<String> {
    Set(["go", "stop", "é"].filter { _ in happens(30) })
  }

  /// Returns a delay; in real time, it is zero or so long that the test does not reach its end.
  private mutating func delay() -> Int { isExact ? int(0...20) * 700 : happens(50) ? 0 : 3_600_000 }

  private mutating func failure() -> RunFailure {
    happens(40) ? .cancelled : .error(type: "Problem", message: "number \(int(1...3))")
  }

  /// Returns the next operation for the runs in the model.
  mutating func next(_ model: InMemoryRunStore) async throws -> RunOperation {
    switch int(1...100) {
    case ...7: return .submit(submission())
    case ...9: return .submitAll((0...int(0...4)).map { _ in submission() })
    case ...12: return .submitClaiming(submission(), claimRequest())
    case ...30: return .claim(claimRequest())
    case ...34: return .renew("worker \(int(1...3))")
    case ...68: return try await commit(model)
    case ...71:
      let id = run()
      return .release(id, epoch: try await epoch(of: id, model))
    case ...76: return .send(payload(), to: signal(), of: run())
    case ...78: return .withdraw(signal(), of: run())
    case 79: return hasQueues && happens(60) ? setQueue() : .setPaused(happens(40), of: run())
    case 80: return .cancel(run())
    case ...82: return .undo(run())
    case ...85: return .reopen(run())
    case ...89: return list()
    case ...91:
      let isAll = !isExact
      return .removeEnded(olderThan: .milliseconds(delay()), limit: isAll ? 100 : int(0...2))
    default: return isExact ? .pass(units: int(0...8)) : .submit(submission())
    }
  }

  private mutating func submission() -> RunSubmission {
    let definition = Self.definitions[int(0...2)]
    var submission = RunSubmission(
      id: run(),
      workflow: definition.workflow,
      version: definition.version,
      input: payload(),
      delay: .milliseconds(happens(60) ? 0 : delay()),
      timeLimit: happens(30) ? .milliseconds(delay()) : nil,
      place: hasQueues && happens(50) ? place() : nil
    )
    if happens(10) { submission.signals[signal()] = payload() }
    if happens(20) { submission.tags = tags() }
    if happens(15) {
      for sequence in 1...int(1...3) {
        submission.records[path()] = RunRow.Record(
          value: payload(),
          type: "Type",
          isCompensated: happens(50),
          sequence: sequence,
          time: 1,
          took: int(0...9)
        )
      }
    }
    return submission
  }

  private mutating func tags() -> [String: String] {
    ["customer": happens(50) ? "a" : "é"].merging(happens(30) ? ["": ""] : [:]) { $1 }
  }

  private mutating func place() -> QueuePlace {
    QueuePlace(
      happens(80) ? "mail" : "é",
      partition: happens(60) ? "" : ["a", "é"][int(0...1)],
      priority: int(-1...1),
      key: happens(70) ? "key \(int(1...2))" : nil,
      ifTaken: happens(50) ? .keep : .replace
    )
  }

  private mutating func queues() -> [RunQueue] {
    guard hasQueues else { return [] }
    return ["mail", "é"].filter { _ in happens(90) }.map { name in
      RunQueue(
        name,
        maxConcurrentRuns: happens(25) ? int(1...3) : nil,
        maxConcurrentRunsPerProcess: happens(25) ? int(1...2) : nil,
        rate: happens(50) ? RunQueue.Rate(int(1...2), per: .milliseconds(int(1...40) * 700)) : nil
      )
    }
  }

  private mutating func setQueue() -> RunOperation {
    let name = happens(80) ? "mail" : "é"
    if happens(50) { return .setQueuePaused(happens(40), name) }
    return .setQueueLimit(happens(60) ? int(1...3) : nil, name)
  }

  private mutating func claimRequest() -> ClaimRequest {
    ClaimRequest(
      worker: "worker \(int(1...3))",
      workflows: Set(Self.definitions.filter { _ in happens(80) }),
      lease: isExact ? .seconds(int(1...12)) : .seconds(3600),
      limit: isExact ? int(0...3) : 100,
      maxFruitlessClaims: int(1...4),
      queues: queues()
    )
  }

  private func epoch(of id: String, _ model: InMemoryRunStore) async throws -> Int {
    try await model.load(id)?.epoch ?? 1
  }

  private mutating func commit(_ model: InMemoryRunStore) async throws -> RunOperation {
    // Mostly choose a run that a worker has.
    let running = try await model.list(RunQuery(statuses: [.running])).map(\.id).sorted()
    let id = happens(90) ? running.randomElement(using: &random) ?? run() : run()
    let row = try await model.load(id)
    let isRepeated = happens(10)
    return .commit(
      RunWrite(
        run: id,
        epoch: (row?.epoch ?? 1) - (happens(7) ? 1 : 0),
        token: (isRepeated ? row?.lastToken : nil) ?? int(1...1000),
        changes: (0..<int(0...3)).map { _ in change(at: model.now) },
        continuation: continuation(at: model.now)
      )
    )
  }

  private mutating func change(at now: StoreTime) -> RunChange<Data> {
    switch int(1...100) {
    case ...3: .record(.reading(of: signal()), payload(), isCompensated: false)
    case ...30:
      .record(path(), payload(), type: "Type", isCompensated: happens(50), took: int(0...9))
    case ...50: .begin(path())
    case ...60: .failed(path())
    case ...70: .wait(path(), for: happens(70) ? delay() : nil)
    case ...78: .limit(path(), until: now + delay())
    case ...88: .attempt(path(), failed: int(1...5), pause: delay())
    case ...91: .undo(failure())
    case ...93: .restart
    case ...96: .tag(happens(80) ? "customer" : "", happens(70) ? (happens(50) ? "a" : "b") : nil)
    default: .undone(path(), hasSucceeded: happens(50))
    }
  }

  private mutating func continuation(at now: StoreTime) -> RunContinuation<Data> {
    switch int(1...100) {
    case ...60: .keep
    case ...80:
      .park(
        Wake(
          due: happens(40) ? now + delay() : nil,
          pause: happens(40) ? delay() : nil,
          signals: signals()
        )
      )
    case ...90: .end(.value(payload()))
    case ...96: .end(.failure(failure()))
    default: .setAside(RunAnswers.reason)
    }
  }

  private mutating func list() -> RunOperation {
    .list(
      RunQuery(
        statuses: Set(DurableRunStatus.allCases.filter { _ in happens(30) }),
        workflow: happens(40) ? Self.definitions[int(0...2)].workflow : nil,
        version: happens(20) ? int(1...2) : nil,
        idPrefix: happens(10) ? String(run().prefix(int(0...5))) : nil,
        queue: hasQueues && happens(20) ? "mail" : nil,
        partition: hasQueues && happens(10) ? ["", "a"][int(0...1)] : nil,
        tags: happens(10) ? tags() : [:],
        limit: isExact ? int(0...5) : 100,
        after: isExact && happens(40) ? run() : nil
      )
    )
  }
}

/// A random number generator that produces the same numbers each time.
struct SplitMix: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

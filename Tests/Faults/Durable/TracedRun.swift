#if SQLite || PostgreSQL
import DurableWorkflows
import Foundation
import Futures
import Workflows

/// A workflow whose steps write down what they do and what they are told of those before them.
struct TracedRun: Sendable {
  /// What passes from step to step: which execution of each step the run has recorded.
  struct Trail: Codable, Hashable, Sendable {
    let run: Int
    var tokens: [String: Int] = [:]
    /// Makes the records large enough to fill a disk.
    var ballast = ""
    /// Whether its first step ends the process.
    var isPoison = false
  }

  struct Refused: Error {}

  static let go = Signal<Int>("go")
  /// The steps with a record, of a run that succeeds.
  static let steps = ["one", "charge", "left", "right", "join", "last"]

  /// How often a run may end its process in a row before it is set aside, where that is to happen.
  static let fewClaims = 4

  let log: RunLog
  /// Whether each execution makes up a key of its own, and the process ends behind the first, which
  /// has to be found.
  var makesUpKeys = false
  /// For how many milliseconds the second step blocks its thread.
  var blocksFor = 0

  /// Whether a run is to fail in its last step, and to be undone.
  static func fails(_ run: Int) -> Bool { run.isMultiple(of: 5) }

  var workflow: Workflow<Trail, Trail> {
    Workflow("traced") {
      Perform.withContext("one") { (trail: Trail, context) in
        try await perform("one", trail, context.idempotencyKey)
      }
      .checkpoint()
      Perform.withContext("charge") { (trail: Trail, context) in
        try await perform("charge", trail, context.idempotencyKey)
      }
      .checkpoint()
      .compensate { (trail: Trail) in
        try note("undo", trail, token: trail.tokens["charge"] ?? 0, key: "")
      } inDoubt: { key in
        try note("undo in doubt", Trail(run: -1), token: 0, key: key)
      }
      Parallel("both") {
        Perform.withContext("left") { (trail: Trail, context) in
          try await perform("left", trail, context.idempotencyKey)
        }
        .checkpoint()
        Perform.withContext("right") { (trail: Trail, context) in
          try await perform("right", trail, context.idempotencyKey)
        }
        .checkpoint()
      }
      Perform.withContext("join") { (both: (Trail, Trail), context) in
        var trail = both.0
        trail.tokens.merge(both.1.tokens) { one, _ in one }
        return try await perform("join", trail, context.idempotencyKey)
      }
      .checkpoint()
      Wait(for: .milliseconds(30))
      WaitForSignal(Self.go)
      Perform.withContext("last") { (trail: (Trail, Int), context) in
        let last = try await perform("last", trail.0, context.idempotencyKey)
        if Self.fails(trail.1) { throw Refused() }
        return last
      }
      .checkpoint()
    }
  }

  /// The same as a function.
  var function: Workflow<Trail, Trail> {
    Workflow("traced function") { (trail: Trail, run: Steps) in
      let one = try await run.step("one") { step in
        try await perform("one", trail, step.idempotencyKey)
      }
      let charged = try await run.step("charge") { step in
        try await perform("charge", one, step.idempotencyKey)
      } undo: { trail, step in
        if let trail {
          try note("undo", trail, token: trail.tokens["charge"] ?? 0, key: "")
        } else {
          try note("undo in doubt", Trail(run: -1), token: 0, key: step.idempotencyKey)
        }
      }
      let both = try await withThrowingTaskGroup(of: Trail.self) { group in
        for name in ["left", "right"] {
          group.addTask {
            try await run.step(name) { try await perform(name, charged, $0.idempotencyKey) }
          }
        }
        return try await group.reduce(into: charged) { both, trail in
          both.tokens.merge(trail.tokens) { one, _ in one }
        }
      }
      let joined = try await run.step("join") { step in
        try await perform("join", both, step.idempotencyKey)
      }
      try await run.wait(for: .milliseconds(30))
      let number = try await run.signal(Self.go)
      return try await run.step("last") { step in
        let last = try await perform("last", joined, step.idempotencyKey)
        if Self.fails(number) { throw Refused() }
        return last
      }
    }
  }

  /// Returns the form of a run: one of three is a function.
  func workflow(of run: Int) -> Workflow<Trail, Trail> {
    run.isMultiple(of: 3) ? function : workflow
  }

  private func perform(_ step: String, _ trail: Trail, _ givenKey: String) async throws -> Trail {
    try await Task.sleep(for: .milliseconds(Int.random(in: 0..<20)))
    var trail = trail
    let token = Int.random(in: 1..<1 << 50)
    let key = makesUpKeys ? "\(token)" : givenKey
    try note(step, trail, token: token, key: key)
    if makesUpKeys, step == "charge", try log.lines().0.count(where: { $0.step == step }) == 1 {
      kill(getpid(), SIGKILL)
    }
    if trail.isPoison { kill(getpid(), SIGKILL) }
    if step == "charge" { usleep(UInt32(blocksFor * 1000)) }
    trail.tokens[step] = token
    // Between the effect and its record.
    try await Task.sleep(for: .milliseconds(Int.random(in: 0..<10)))
    return trail
  }

  private func note(_ step: String, _ trail: Trail, token: Int, key: String) throws {
    try log.note(
      RunLog.Line(
        step: step,
        run: trail.run,
        token: token,
        seen: trail.tokens,
        key: key,
        process: getpid()
      )
    )
  }
}
#endif

import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// What `check` says about runs, beside what becomes of them.
@Suite struct CheckTests {
  typealias Flow = Workflow<Int, String>
  typealias Function = @Sendable (Int, Steps) async throws -> String

  static let go = Signal<Bool>("go")

  /// A record that has got another field.
  enum First { struct Receipt: Codable { var number: Int } }
  enum Second {
    struct Receipt: Codable {
      var number: Int
      var currency: String
    }
  }

  /// A change of a workflow, and what becomes of its runs.
  struct Change: Sendable {
    let name: String
    let outcome: CheckedRuns.Outcome
    /// A part of the message.
    var message = ""
    let before: Flow
    let after: DurableWorkflow
  }

  // MARK: - Chains

  private static func chain(
    _ name: String,
    _ outcome: CheckedRuns.Outcome,
    _ message: String = "",
    @WorkflowBuilder _ after: () -> Flow
  ) -> [Change] {
    let before = Flow(name) {
      Perform("charge") { (number: Int) in number * 10 }.checkpoint()
      Perform("note") { (number: Int) in First.Receipt(number: number) }.checkpoint()
      WaitForSignal(go)
      Perform("ship") { (receipt: First.Receipt, _: Bool) in "\(receipt.number)" }.checkpoint()
    }
    let change = Change(
      name: name,
      outcome: outcome,
      message: message,
      before: before,
      after: after().named(name).durable()
    )
    return [change]
  }

  private static let charge = Perform("charge") { (number: Int) in number * 10 }
  private static let note = Perform("note") { (number: Int) in First.Receipt(number: number) }
  private static let ship = Perform("ship") { (receipt: First.Receipt, _: Bool) in
    "\(receipt.number)"
  }

  private static var chains: [Change] {
    var all: [Change] = []
    all += chain("chain", .continues) {
      charge.checkpoint()
      note.checkpoint()
      WaitForSignal(go)
      ship.checkpoint()
    }
    all += chain("chain inserted before", .skipsSteps, "'/chain inserted before/check'") {
      charge.checkpoint()
      Perform("check") { (number: Int) in number }.checkpoint()
      note.checkpoint()
      WaitForSignal(go)
      ship.checkpoint()
    }
    all += chain("chain inserted behind", .continues) {
      charge.checkpoint()
      note.checkpoint()
      Perform("check") { (receipt: First.Receipt) in receipt }.checkpoint()
      WaitForSignal(go)
      ship.checkpoint()
    }
    all += chain("chain renamed", .setAside, "'/chain renamed/charge', where no checkpoint") {
      Perform("pay") { (number: Int) in number * 10 }.checkpoint()
      note.checkpoint()
      WaitForSignal(go)
      ship.checkpoint()
    }
    all += chain("chain removed", .setAside, "'/chain removed/charge', where no checkpoint") {
      note.checkpoint()
      WaitForSignal(go)
      ship.checkpoint()
    }
    all += chain("chain type", .setAside, "of type Receipt, and Int is expected") {
      charge.checkpoint()
      Perform("note") { (number: Int) in number }.checkpoint()
      WaitForSignal(go)
      Perform("ship") { (number: Int, _: Bool) in "\(number)" }.checkpoint()
    }
    all += chain("chain field", .setAside, "'/chain field/note' cannot be read as Receipt") {
      charge.checkpoint()
      Perform("note") { Second.Receipt(number: $0, currency: "EUR") }.checkpoint()
      WaitForSignal(go)
      Perform("ship") { (receipt: Second.Receipt, _: Bool) in receipt.currency }.checkpoint()
    }
    all += chain("chain in another order", .continues) {
      Perform("note") { (number: Int) in First.Receipt(number: number) }.checkpoint()
      Perform("charge") { (receipt: First.Receipt) in receipt.number }.checkpoint()
      WaitForSignal(go)
      Perform("ship") { (number: Int, _: Bool) in "\(number)" }.checkpoint()
    }
    return all
  }

  // MARK: - Functions

  private static func function(
    _ name: String,
    _ outcome: CheckedRuns.Outcome,
    _ message: String = "",
    _ after: @escaping Function
  ) -> Change {
    let before = Flow(name) { (number: Int, run: Steps) in
      try await run.step("charge") { number * 10 }
      try await run.step("note") { First.Receipt(number: number) }
      _ = try await run.signal(go)
      return "\(number)"
    }
    let new = Flow(name) { (number: Int, run: Steps) in try await after(number, run) }
    return Change(
      name: name,
      outcome: outcome,
      message: message,
      before: before,
      after: new.durable()
    )
  }

  private static func rest(_ number: Int, _ run: Steps) async throws -> String {
    try await run.step("note") { First.Receipt(number: 0) }
    _ = try await run.signal(go)
    return "\(number)"
  }

  private static var functions: [Change] {
    struct Broken: Error {}
    return [
      function("function", .continues) { number, run in
        try await run.step("charge") { 0 }
        return try await rest(number, run)
      },
      function("inserted before", .setAside, "asks for '/inserted before/check' instead") {
        try await $1.step("check") {}
        try await $1.step("charge") { 0 }
        return try await rest($0, $1)
      },
      function("inserted behind", .continues) { number, run in
        try await run.step("charge") { 0 }
        try await run.step("note") { First.Receipt(number: 0) }
        try await run.step("check") {}
        return "\(number)"
      },
      function("behind has", .continues) { number, run in
        if try await run.has("check") { try await run.step("check") {} }
        try await run.step("charge") { 0 }
        return try await rest(number, run)
      },
      function("renamed", .setAside, "asks for '/renamed/pay' instead") { number, run in
        try await run.step("pay") { 0 }
        return try await rest(number, run)
      },
      function("renamed with was", .continues) { number, run in
        try await run.step("pay", was: "charge") { 0 }
        return try await rest(number, run)
      },
      function("removed", .setAside, "recorded '/removed/charge' next, and the function asks") {
        try await rest($0, $1)
      },
      function("removed at the end", .setAside, "has returned without asking for it") { _, run in
        try await run.step("charge") { 0 }
        return ""
      },
      function("failing earlier", .setAside, "has failed before") { _, run in
        try await run.step("charge") { 0 }
        throw Broken()
      },
      function("type", .setAside, "of type Int, and the function asks for String") { _, run in
        try await run.step("charge") { "" }
      },
      function("field", .setAside, "'/field/note' cannot be read as Receipt") { _, run in
        try await run.step("charge") { 0 }
        return try await run.step("note") { Second.Receipt(number: 0, currency: "") }.currency
      },
      function("ending", .continues) { _, run in
        try await run.step("charge") { 0 }
        return "\(try await run.step("note") { First.Receipt(number: 0) }.number)"
      },
      function("in tasks", .continues) { number, run in
        try await run.step("charge") { 0 }
        async let receipt = run.step("note") { First.Receipt(number: 0) }
        async let other = run.step("other") { 1 }
        return "\(try await receipt.number + other)"
      },
    ]
  }

  private static var inputs: [Change] {
    let chain = Flow("chain of texts") {
      Perform("charge") { (number: Int) in number }.checkpoint()
      WaitForSignal(go)
      Perform("ship") { (number: Int, _: Bool) in "\(number)" }
    }
    let function = Flow("function of texts") { (number: Int, run: Steps) in
      _ = try await run.signal(go)
      return "\(number)"
    }
    let newChain = Workflow("chain of texts") {
      Perform("charge") { (text: String) in text.count }.checkpoint()
      WaitForSignal(go)
      Perform("ship") { (number: Int, _: Bool) in "\(number)" }
    }
    let newFunction = Workflow("function of texts") { (text: String, run: Steps) in
      _ = try await run.signal(go)
      return text
    }
    let message = "The input cannot be read"
    return [
      Change(
        name: chain.name,
        outcome: .setAside,
        message: message,
        before: chain,
        after: newChain.durable()
      ),
      Change(
        name: function.name,
        outcome: .setAside,
        message: message,
        before: function,
        after: newFunction.durable()
      ),
    ]
  }

  // MARK: - Tests

  /// About 200 runs that are parked in the first version.
  @Test func whatIsSaidHappensThen() async throws {
    let changes = Self.chains + Self.functions + Self.inputs
    let count = 9
    let bench = Workbench()
    let runs = changes.flatMap { change in (1...count).map { (change, "\(change.name) \($0)") } }
    let settings = DurableRunsOptions(pollInterval: .seconds(6 * 3600))
    let first = try bench.process(changes.map { $0.before.durable() }, options: settings)
    let second = try bench.process(changes.map(\.after), options: settings)
    try await bench.run {
      first.start()
      for (change, run) in runs { try await first.submit(change.before, id: run, input: 7) }
      try await bench.until { try await first.counts()[.waiting] == runs.count }
      await first.stop()

      let before = try await Self.rows(of: runs.map(\.1), in: bench)
      let events = bench.events
      let found = try await second.check()
      #expect(try await Self.rows(of: runs.map(\.1), in: bench) == before)
      #expect(bench.events == events)
      #expect(found.map(\.count).reduce(0, +) == runs.count)

      try await Self.expectTheSame(found, from: second, in: bench)
      second.start()
      for (_, run) in runs { _ = try? await second.send(true, to: Self.go, of: run) }
      try await bench.until {
        let counts = try await second.counts()
        return (counts[.succeeded] ?? 0) + (counts[.setAside] ?? 0) == runs.count
      }
      await second.stop()
      for change in changes {
        let said = found.filter { $0.workflow == change.name }
        let one = try #require(said.first, "\(change.name)")
        #expect(said.count == 1 && one.count == count, "\(said)")
        #expect(one.outcome == change.outcome, "\(said)")
        #expect(one.message?.contains(change.message) ?? change.message.isEmpty, "\(said)")
        for number in 1...count {
          let run = "\(change.name) \(number)"
          let status = try #require(try await second.load(run)).summary
          #expect(status.status == (one.outcome == .setAside ? .setAside : .succeeded))
          if one.outcome == .setAside { #expect(status.message == one.message) }
          let isSkipped = bench.events.contains { $0.hasPrefix("skipped(run: \"\(run)\"") }
          #expect(isSkipped == (one.outcome == .skipsSteps), "\(run)")
        }
      }
    }
  }

  /// A tool without the code says the same of chains, unless a record has to be read.
  private static func expectTheSame(
    _ found: [CheckedRuns],
    from runs: DurableRuns,
    in bench: Workbench
  ) async throws {
    let file = try JSONEncoder().encode(runs.definitions)
    let definitions = try JSONDecoder().decode(WorkflowDefinitions.self, from: file)
    let said = try await bench.process().check(definitions)
    let functions = Set(functions.map(\.name) + ["function of texts"])
    for one in found {
      let other = said.first { $0.workflow == one.workflow }
      if functions.contains(one.workflow) {
        #expect(other?.outcome == .unknown)
      } else if one.message?.contains("cannot be read") == true {
        #expect(other?.outcome == .continues)
      } else {
        #expect(other == one)
      }
    }
    #expect(said.map(\.count).reduce(0, +) == found.map(\.count).reduce(0, +))
  }

  private static func rows(
    of runs: [String],
    in bench: Workbench
  ) async throws -> [RunStorage.Row?] {
    var rows: [RunStorage.Row?] = []
    for run in runs { rows.append(try await bench.store.load(run)) }
    return rows
  }

  private static let waiting = Flow("f") { (number: Int, run: Steps) in
    try await run.step("charge") {
      number
    } undo: { _, _ in
    }
    _ = try await run.signal(go)
    return "\(number)"
  }

  /// Parks runs of a function that waits.
  private func park(
    _ count: Int,
    in bench: Workbench,
    at place: QueuePlace? = nil
  ) async throws {
    let options = DurableRunsOptions(
      pollInterval: .seconds(6 * 3600),
      queues: [RunQueue("q")]
    )
    let first = try bench.process(Self.waiting.durable(), options: options)
    try await bench.run {
      first.start()
      for number in 1...count {
        try await first.submit(Self.waiting, id: "run-\(number)", input: number, in: place)
      }
      try await bench.until { try await first.counts()[.waiting] == count }
      await first.stop()
    }
  }

  @Test func anUndoThatIsMissingIsFound() async throws {
    let bench = Workbench()
    try await park(1, in: bench)
    let changed = Flow("f") { (number: Int, run: Steps) in
      try await run.step("charge") { number }
      _ = try await run.signal(Self.go)
      return ""
    }
    let second = try bench.process(changed.durable())
    try await bench.run {
      #expect(try await second.check().map(\.outcome) == [.continues])
      try await second.cancel("run-1")
      let found = try await second.check()
      #expect(found.map(\.outcome) == [.setAside])
      second.start()
      try await bench.until { try await second.load("run-1")?.summary.status == .setAside }
      #expect(try await second.load("run-1")?.summary.message == found.first?.message)
      await second.stop()
    }
  }

  @Test func whatNobodyTakesIsNamed() async throws {
    let bench = Workbench()
    try await park(7, in: bench, at: QueuePlace("q"))
    let other = try bench.process()
    let third = try bench.process(Self.waiting.durable())
    try await bench.run {
      let found = try await other.check()
      #expect(found.map(\.outcome) == [.notRegistered])
      #expect(found.first?.count == 7)
      let line = "'f': 7 not registered (run-7, run-6, run-5, run-4, run-3, and others)"
      #expect(found.first?.description.hasPrefix(line) == true)
      let inQueue = try await third.check()
      #expect(inQueue.map(\.outcome) == [.notInQueues])
      #expect(inQueue.first?.message?.contains("'q'") == true)
    }
  }

  @Test func aFunctionThatAwaitsSomethingElseIsUnknown() async throws {
    let bench = Workbench()
    try await park(1, in: bench)
    let changed = Flow("f") { [clock = bench.clock] (number: Int, run: Steps) in
      try await clock.sleep(for: .seconds(3600))
      try await run.step("charge") { number }
      return ""
    }
    let second = try bench.process(changed.durable())
    try await bench.run {
      let found = try await second.check()
      #expect(found.map(\.outcome) == [.unknown])
    }
  }

  /// A function that does not return keeps nobody waiting, and gives up with its caller.
  @Test func aFunctionThatNeverReturnsIsUnknown() async throws {
    let bench = Workbench()
    try await park(1, in: bench)
    let (isCalled, mayReturn) = (Promise<Void, Never>(), Promise<Void, Never>())
    defer { mayReturn.succeed() }
    let changed = Flow("f") { (number: Int, run: Steps) in
      isCalled.succeed()
      await mayReturn.future.value
      return ""
    }
    let second = try bench.process(changed.durable())
    try await bench.run {
      let found = try await second.check()
      #expect(found.map(\.outcome) == [.unknown])
    }
    let check = Task { try await second.check() }
    await isCalled.future.value
    check.cancel()
    await #expect(throws: CancellationError.self) { try await check.value }
  }

  /// On a machine with nothing else to do, a function may be told to return at any moment.
  @Test func theAnswerIsTheSameEachTime() async throws {
    let bench = Workbench()
    try await park(1, in: bench)
    let changed = Flow("f") { (number: Int, run: Steps) in
      try await run.step("pay") { number }
      return ""
    }
    let store = RunStore(bench.store)
    let second = try DurableRuns(store: store, workflows: [changed.durable()])
    for _ in 0..<30 { #expect(try await second.check().map(\.outcome) == [.setAside]) }
  }

  /// A message may name a key, and the keys of runs differ.
  @Test func aThousandDifferencesAreKept() {
    var forecast = RunForecast()
    for number in 0..<3000 {
      let run = RunSummary(id: "\(number)", workflow: "f", status: .waiting, submitted: 0)
      forecast.add(run, .setAside, "\(number)")
    }
    #expect(forecast.all.count == 1001)
    #expect(forecast.all.first?.count == 2000)
  }
}

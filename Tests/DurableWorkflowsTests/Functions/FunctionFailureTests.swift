import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

@testable import DurableWorkflows

/// Errors of functions name the call that they come from.
@Suite struct FunctionFailureTests {
  struct Broken: Error {}
  struct Declined: Error, Codable {}
  struct Refused: Error {}

  /// A function that fails, and the message of its run.
  enum Failing: CaseIterable {
    case step, named, inPart, child, afterAWait, itself, tooLarge

    var message: String {
      switch self {
      case .step: "'/f/wrap/b': Broken()"
      case .named: "'/f/charge': Declined()"
      case .inPart: "'/f/part/%in/inner': Broken()"
      case .child: "'/f/child': Run 'a/f/child' has failed: '/child/inner': Broken() (Broken)."
      case .afterAWait: "'/f/charge': Broken()"
      case .itself: "Refused()"
      case .tooLarge: "The data of '/f/large' has 2002 bytes"
      }
    }

    func call(_ run: Steps) async throws {
      switch self {
      case .step:
        for key in ["a", "b"] {
          try await run.step("wrap", key: key) { () throws -> Void in
            if key == "b" { throw Broken() }
          }
        }
      case .named:
        try await run.step("charge", catching: [Declined.self]) { () throws -> Void in
          throw Declined()
        }
      case .inPart: try await run.part("part") { try await fail("inner", run) }
      case .child: try await run.child(Self.failing)
      case .afterAWait, .itself:
        do {
          try await fail("charge", run)
        } catch {
          try await run.wait(for: .seconds(60))
          if self == .itself { throw Refused() }
          throw error
        }
      case .tooLarge: try await run.step("large") { String(repeating: "x", count: 2000) }
      }
    }

    private func fail(_ name: String, _ run: Steps) async throws {
      try await run.step(name) { () throws -> Void in throw Broken() }
    }

    static let failing = Workflow("child") { (run: Steps) in
      try await run.step("inner") { () throws -> Void in throw Broken() }
    }
  }

  @Test(arguments: Failing.allCases)
  func aFailureNamesTheCallThatItComesFrom(_ failing: Failing) async throws {
    let bench = Workbench()
    let workflow = Workflow("f") { (run: Steps) in try await failing.call(run) }
    let options = DurableRunsOptions(pollInterval: .seconds(3600), maxRecordSize: 1000)
    let runs = try bench.process(
      [workflow.durable(), Failing.failing.durable()],
      options: options
    )
    let error = try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a")
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      await runs.stop()
      return error
    }
    #expect(error?.message.hasPrefix(failing.message) == true, "\(error?.message ?? "")")
  }

  /// A run that ends its process each time says how far it got, to its submitter and to those who
  /// hear of its events.
  @Test func aRunThatNeverGetsOnSaysHowFarItGot() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("f") { (run: Steps) in
      try await run.step("reserve") { calls.add("reserve") }
      try await run.step("charge") {
        calls.add("charge")
        try await bench.clock.sleep(for: .seconds(86_400))
      } undo: { _ in
      }
    }
    let options = DurableRunsOptions(pollInterval: .seconds(5), maxFruitlessClaims: 2)
    for attempt in 1...3 {
      let process = try bench.process([workflow.durable()], options: options)
      try await bench.run {
        process.start()
        if attempt == 1 { try await process.submit(workflow, id: "a") }
        try await bench.until { calls.count(of: "charge") == attempt }
        process.abandon()
        await process.abandoned()
      }
    }
    let last = try bench.process([workflow.durable()], options: options)
    let reason =
      "It was begun 2 times in a row, and never got on. It has recorded '/f/reserve' last, and has "
      + "begun '/f/charge'."
    try await bench.run {
      last.start()
      let error = await #expect(throws: DurableRunSetAside.self) {
        try await last.run(of: workflow, id: "a").value
      }
      #expect(error?.reason == reason)
      try await bench.until { bench.events.contains { $0.hasPrefix("setAside") } }
      #expect(bench.events.contains { $0.hasPrefix("setAside") && $0.contains(" and has begun ") })
      await last.stop()
    }
  }
}

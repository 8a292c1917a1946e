import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Functions that are called again before they are parked, on the machine of a developer.
@Suite struct FunctionDebugTests {
  private var options: DurableRunsOptions {
    var options = DurableRunsOptions(pollInterval: .seconds(6 * 3600))
    options.replaysBeforeParking = true
    return options
  }

  /// Code that decides by something that is not recorded, as a clock is.
  @Test(arguments: [true, false])
  func aFunctionThatDecidesOtherwiseIsSetAsideAtOnce(isRecorded: Bool) async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      calls.add("call")
      let isMorning = calls.all.count == 1
      if isRecorded {
        try await run.step(isMorning ? "breakfast" : "lunch") {}
        try await run.wait(for: .seconds(3600))
      } else {
        try await run.wait(for: .seconds(3600), name: isMorning ? "short" : "long")
      }
    }
    let runs = try bench.process(workflow.durable(), options: options)
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      let error = await #expect(throws: DurableRunSetAside.self) { try await run.value }
      let reason = error?.reason ?? ""
      #expect(reason.contains(isRecorded ? "'/f/breakfast'" : "'/f/short'"), "\(reason)")
      #expect(reason.contains(isRecorded ? "'/f/lunch'" : "'/f/long'"), "\(reason)")
      await runs.stop()
    }
    #expect(bench.clock.now.offset < .seconds(60))
  }

  @Test func aFunctionThatDoesTheSameIsParked() async throws {
    struct Failed: Error {}
    let bench = Workbench()
    let calls = Calls()
    let answer = Signal<Int>("answer")
    let child = Workflow("child") { (number: Int, run: Steps) in
      try await run.wait(for: .seconds(60))
      return number
    }
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      let retry = RetryPolicy(attempts: 2, backoff: .constant(.seconds(60)))
      do {
        try await run.step("fails", retry: retry) { () async throws -> Void in
          calls.add("fails")
          throw Failed()
        }
      } catch is StepFailed {}
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            try await run.wait(for: .seconds(60 * number), key: "\(number)")
            try await run.step("step", key: "\(number)") { calls.add("step") }
          }
        }
        try await group.waitForAll()
      }
      var limited: Int?
      do {
        limited = try await run.within(.seconds(60)) { try await run.signal(answer) }
      } catch is TimeoutError {}
      let value = try await run.part("part") { try await run.child(child, input: 7) }
      return limited ?? value
    }
    let runs = try bench.process(workflow.durable(), child.durable(), options: options)
    let value = try await bench.run {
      runs.start()
      let value = try await runs.submit(workflow, id: "a", input: 1).value
      await runs.stop()
      return value
    }
    #expect(value == 7)
    #expect(calls.all == ["fails", "fails", "step", "step", "step"])
    #expect(!bench.events.contains { $0.hasPrefix("setAside") })
  }

  /// A call that comes late when the function is called again is not taken for another function.
  @Test func aFunctionThatIsSlowWhenItIsCalledAgainIsParked() async throws {
    let bench = Workbench()
    let clock = bench.clock
    let slow = Calls()
    let hasEnded = Promise<Void, Never>()
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          if !slow.all.isEmpty { try await clock.sleep(for: .seconds(5)) }
          try await run.step("first") { hasEnded.succeed() }
        }
        group.addTask {
          try await run.step("second") {
            await hasEnded.future.value
            slow.add("slow")
          }
        }
        try await group.waitForAll()
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await run.wait(for: .seconds(60), key: "1") }
        group.addTask { try await run.wait(for: .seconds(60), key: "2") }
        try await group.waitForAll()
      }
      return 1
    }
    let runs = try bench.process(workflow.durable(), options: options)
    try await bench.run {
      runs.start()
      let value = try await runs.submit(workflow, id: "a", input: 1).value
      #expect(value == 1)
      await runs.stop()
    }
    #expect(!bench.events.contains { $0.hasPrefix("setAside") })
  }
}

import Futures
import Testing
import TestSupport
import Workflows

extension RunKey where Value == String {
  fileprivate static let note = RunKey("note")
}

@Suite struct ParallelTests {
  @Test func outputsMakeATupleInTheOrderOfTheBranches() async throws {
    let slow = Gate<Int>("slow")
    let workflow = Workflow {
      Increment()
      Parallel {
        slow
        Perform { (number: Int) in "\(number)" }
        Workflow("nested") {
          Increment()
          Increment()
        }
      }
      Perform { (first: Int, text: String, second: Int) in "\(first) \(text) \(second)" }
    }
    let run = workflow.start(1)
    try await slow.arrival()
    slow.open()
    #expect(try await run.value == "2 2 4")
  }

  @Test func branchesRunAtTheSameTime() async throws {
    let left = Gate<Int>("left")
    let right = Gate<Int>("right")
    let run = Parallel {
      left
      right
    }.then { $0 + $1 }.start(1)
    try await left.arrival()
    try await right.arrival()
    left.open()
    right.open()
    #expect(try await run.value == 2)
  }

  @Test func theFirstErrorFailsTheStepAndCancelsTheOtherBranches() async throws {
    let failing = Gate<Int>("failing")
    let waiting = Gate<Int>("waiting")
    let token = Box(CancellationToken.never)
    let run = Parallel {
      failing
      Workflow("noting") {
        NoteToken(token)
        waiting
      }
    }.then { $0 + $1 }.start(1)
    try await failing.arrival()
    try await waiting.arrival()
    failing.fail(TestError("first"))
    await #expect(throws: TestError("first")) { try await run.value }
    #expect(run.state == .failed)
    #expect(token.value.isCancelled)
  }

  @Test func valuesOfBranchesAreTakenOverInOrderAndNotSharedBetweenThem() async throws {
    let first = Gate<Int>("first")
    let workflow = Workflow {
      Perform.withContext { (number: Int, context: StepContext) in
        context[.note] = "before"
        return number
      }
      Parallel {
        Workflow("a") {
          first
          Perform.withContext { (_: Int, context: StepContext) in
            let seen = context[.note]
            context[.note] = "a"
            return seen
          }
        }
        Perform.withContext("b") { (_: Int, context: StepContext) in
          let seen = context[.note]
          context[.note] = "b"
          first.open()
          return seen
        }
      }
      Perform.withContext { (notes: (String?, String?), context: StepContext) in
        [notes.0, notes.1, context[.note]]
      }
    }
    #expect(try await workflow(1) == ["before", "before", "b"])
  }

  @Test func valuesOfBranchesAreReleasedWithTheRun() async throws {
    let key = RunKey<Tracked>("tracked")
    let reference: WeakReference
    do {
      let tracked = Box<Tracked?>(Tracked())
      reference = WeakReference(tracked.value!)
      let run = Workflow {
        Parallel {
          Perform.withContext { (number: Int, context: StepContext) in
            context[key] = tracked.value
            return number
          }
          Increment()
        }
      }.then { $0 + $1 }.start(1)
      _ = try await run.value
      await run.stopped()
    }
    #expect(reference.isGone)
  }

  @Test func cancellingTheRunCancelsTheBranches() async throws {
    let left = Gate<Int>("left")
    let right = Gate<Int>("right")
    let run = Parallel {
      left
      right
    }.then { $0 + $1 }.start(1)
    try await left.arrival()
    try await right.arrival()
    run.cancel()
    await run.stopped()
    #expect(run.state == .cancelled)
  }

  @Test func valuesOfABranchThatFailsAreTakenOverToo() async throws {
    let failing = Perform.withContext { (_: Int, context: StepContext) -> Int in
      context[.note] = "failed"
      throw TestError()
    }
    let run = Parallel {
      failing
      Increment()
    }.then { $0 + $1 }.start(1)
    await #expect(throws: TestError()) { try await run.value }
    #expect(run[.note] == "failed")
  }
}

import Dispatch
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import Testing
import Workflows

@Suite(.timeLimit(.minutes(10)))
struct BlockingStepTests {
  /// Steps that have blocked their threads, until leases have been extended often enough.
  private final class Blockage: Sendable {
    struct NoRenewal: Error {}
    private struct State {
      var begun = 0
      var renewals = 0
      var taken = 0
    }

    let threads = ProcessInfo.processInfo.activeProcessorCount
    private let state = Locked(State())
    private let gate = DispatchSemaphore(value: 0)

    var taken: Int { state.withLock { $0.taken } }

    /// Whether every thread of the concurrency pool is blocked.
    var isComplete: Bool { state.withLock { $0.begun >= threads } }

    func block() throws {
      let begun = state.withLock { state in
        state.begun += 1
        return state.begun
      }
      // The threads of the global queues are blocked, too.
      if begun == threads {
        for _ in 0..<threads { DispatchQueue.global().async { try? self.wait() } }
      }
      try wait()
    }

    /// Waits until leases have been extended nine times, which is three leases.
    func wait() throws {
      // The limit is for a failure only.
      if gate.wait(timeout: .now() + 300) == .timedOut { throw NoRenewal() }
      gate.signal()
    }

    func noteRenewal(taking runs: Int) {
      let isEnough = state.withLock { state in
        state.renewals += 1
        state.taken += runs
        return state.renewals == 9
      }
      if isEnough { gate.signal() }
    }
  }

  @Test func stepsThatBlockEveryThreadKeepTheirRuns() async throws {
    let blockage = Blockage()
    let calls = Calls()
    let workflow = Workflow("blocking") {
      Perform("work") { (number: Int) in
        calls.add("\(number)")
        try blockage.block()
        return number
      }
      .checkpoint()
    }
    let lease = Duration.milliseconds(90)
    // The time of the store passes only with renewals, a third of a lease before each.
    let store = PlainRunStore { store in
      if blockage.isComplete { store.advance(by: lease / 3) }
    } afterRenewal: { store in
      if !blockage.isComplete { return }
      let request = ClaimRequest(
        worker: "other",
        workflows: [WorkflowVersion("blocking")],
        lease: lease,
        limit: 64
      )
      let taken = try await store.claim(request).runs
      blockage.noteRenewal(taking: taken.count)
    }
    let runs = try DurableRuns(
      store: RunStore(store),
      workflows: [workflow.durable()],
      options: DurableRunsOptions(lease: lease)
    )
    let count = blockage.threads + 2
    // All of them are claimed at once, before one of them blocks.
    var all: [DurableRun<Int>] = []
    for number in 0..<count {
      all.append(try await runs.submit(workflow, id: "\(number)", input: number))
    }
    runs.start()
    for (number, run) in all.enumerated() { #expect(try await run.value == number) }
    await runs.stop()
    #expect(Set(calls.all).count == count)
    #expect(calls.all.count == count)
    #expect(blockage.taken == 0)
  }
}

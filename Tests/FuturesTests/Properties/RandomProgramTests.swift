import Futures
import FuturesTesting
import Synchronization
import Testing
import TestSupport

/// Compares random programs of futures with a model: the outcome of each future, which closures
/// ran, in which order and on which context, what each received, and when it was released.
@Suite struct RandomProgramTests {
  /// Keeps the programs' diagnostics apart, because they drop promises and failures as they please.
  private let recorder = DiagnosticsRecorder { diagnostic in
    diagnostic.site == nil || diagnostic.began(in: "FuturesTests/ProgramRun.swift")
  }

  @Test func programsDoWhatTheModelDoes() {
    recorder.record(checkPrograms)
  }

  private func checkPrograms() {
    for seed in PropertySeed.seeds(3000, of: "programs of futures") {
      let program = FutureProgram(seed: seed)
      guard let difference = program.difference() else { continue }
      let shrunk = program.shrunk()
      Issue.record(
        """
        Program \(seed) differs: \(difference)
        Shrunk: \(shrunk.difference() ?? "no difference")\(shrunk)
        """
      )
      return
    }
  }

  /// The outcomes depend on timing, but every future has one.
  @Test func programsEndWhenAnotherThreadCancels() async {
    await recorder.record { await checkConcurrentPrograms() }
  }

  private func checkConcurrentPrograms() async {
    let seeds = PropertySeed.seeds(6_000, of: "programs of futures that are cancelled")
    let programs = seeds.lazy.map { (seed: $0, program: FutureProgram(seed: $0)) }
      .filter { $0.program.isInOrder }
    // Programs run in batches, because of the memory that they take.
    var rest = Array(programs)[...]
    while !rest.isEmpty {
      let portion = Array(rest.prefix(1000))
      rest = rest.dropFirst(portion.count)
      let runs = portion.map { _ in ProgramRun(tickets: Tickets()) }
      let performed = Atomic<Int>(0)
      for (index, run) in runs.enumerated() {
        run.delayCancelling {
          var spins = 0
          while performed.load(ordering: .acquiring) <= index, spins < 5_000 { spins += 1 }
        }
      }
      await race(rounds: portion.count) { index in
        var spins = 0
        while spins < index % 61 * 64 { spins += 1 }
        runs[index].cancelTokens()
      } _: { index in
        runs[index].perform(portion[index].program)
        performed.store(index + 1, ordering: .releasing)
      }
      for (index, run) in runs.enumerated() {
        // The cancelling thread may have submitted the last job, which may create a promise.
        run.finish()
        let pending = run.nodes.filter { !$0.value.isSettled }.keys.sorted()
        if !pending.isEmpty {
          Issue.record(
            "Program \(portion[index].seed): \(pending) never settle\(portion[index].program)"
          )
        }
        run.end()
      }
    }
  }

  @Test func aSeedGivesTheSameProgramTwice() {
    #expect(FutureProgram(seed: 7).steps == FutureProgram(seed: 7).steps)
    #expect(FutureProgram(seed: 7).steps != FutureProgram(seed: 8).steps)
  }
}

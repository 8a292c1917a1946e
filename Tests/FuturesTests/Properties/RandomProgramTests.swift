import Futures
import FuturesTesting
import Testing
import TestSupport

/// Random programs of futures against a model: the outcome of each future, which closures ran, in
/// which order and on which context, what each received, and when it was released.
@Suite struct RandomProgramTests {
  /// Keeps apart what the programs report, which drop promises and failures as they please.
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

  @Test func aSeedGivesTheSameProgramTwice() {
    #expect(FutureProgram(seed: 7).steps == FutureProgram(seed: 7).steps)
    #expect(FutureProgram(seed: 7).steps != FutureProgram(seed: 8).steps)
  }
}

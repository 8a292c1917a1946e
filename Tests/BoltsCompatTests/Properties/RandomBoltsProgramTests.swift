import Futures
import FuturesTesting
import Testing
import TestSupport

/// Compares random programs of continuations with the rules of Bolts: how each task ends and when,
/// which closures run, in which order and with what, and which jobs the executors receive.
///
/// `TENON_STRESS=long` compares fifty times as many programs.
@Suite struct RandomBoltsProgramTests {
  /// Keeps the programs' diagnostics apart, because they drop sources, jobs and errors.
  private let recorder = DiagnosticsRecorder { diagnostic in
    diagnostic.site == nil || diagnostic.began(in: "BoltsCompatTests/BoltsRun.swift")
  }

  @Test func programsDoWhatBoltsDoes() {
    recorder.record {
      for seed in PropertySeed.seeds(1000, of: "programs of continuations") {
        let program = BoltsProgram(seed: seed)
        guard let difference = program.difference() else { continue }
        let shrunk = program.shrunk { $0.difference() != nil }
        let steps = shrunk.steps.map { "\($0.id): \($0.action)" }.joined(separator: "\n")
        Issue.record(
          """
          Program \(seed) differs: \(difference)
          Shrunk: \(shrunk.difference() ?? "no difference")
          \(steps)
          """
        )
        return
      }
    }
  }
}

extension BoltsProgram {
  /// Runs the program with tasks and in the model, and compares them after each step.
  ///
  /// - Returns: The first difference, or `nil` if there is none.
  fileprivate func difference() -> String? {
    let run = BoltsRun()
    let model = BoltsModel()
    func perform(_ step: Step) -> String? {
      run.perform(step)
      model.perform(step)
      let (ours, theirs) = (run.events, model.events)
      if ours != theirs {
        let index = zip(ours, theirs).prefix { $0 == $1 }.count
        let event = { (events: [String]) in index < events.count ? events[index] : "nothing" }
        return "after step \(step.id): \(event(ours)), in the model \(event(theirs))"
      }
      let endings = model.endings
      for (id, ending) in run.endings.sorted(by: { $0.key < $1.key }) where ending != endings[id] {
        return "after step \(step.id): task \(id) has ended with \(ending), "
          + "in the model with \(endings[id].map { "\($0)" } ?? "nothing")"
      }
      return nil
    }
    for step in steps { if let difference = perform(step) { return difference } }
    // Everything that still waits ends, and every job that is held runs.
    for id in 0..<steps.count {
      if let difference = perform(Step(id: -1, action: .complete(id, .one))) { return difference }
    }
    while run.hasJobs || model.hasJobs {
      for place in [Place.held, .otherHeld] {
        if let difference = perform(Step(id: -2, action: .runJob(place))) { return difference }
      }
    }
    return nil
  }
}

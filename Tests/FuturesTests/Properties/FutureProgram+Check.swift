import Futures

extension FutureProgram {
  /// Runs the program with futures and in the model, and compares them after each step.
  ///
  /// - Returns: The first difference, or `nil` if there is none.
  func difference() -> String? {
    let tickets = Tickets()
    let model = ProgramModel()
    defer { model.end() }
    let difference = {
      let run = ProgramRun(tickets: tickets)
      defer { run.end() }
      return compare(run, model)
    }()
    if let difference { return difference }
    // Futures that wait for each other in a cycle keep their closures.
    if model.isOver, case let alive = tickets.alive, !alive.isEmpty {
      return "closures of ended programs were kept: \(alive)"
    }
    return nil
  }

  private func compare(_ run: ProgramRun, _ model: ProgramModel) -> String? {
    func perform(_ step: Step) -> String? {
      run.perform(step)
      model.perform(step)
      return Self.difference(run, model).map { "after step \(step.id): \($0)" }
    }
    func runJobs() -> String? {
      while let context = model.pendingJobs.firstIndex(where: { $0 > 0 }) {
        if let difference = perform(Step(id: -1, action: .runJob(context: context, 0))) {
          return difference
        }
      }
      return nil
    }
    for step in steps { if let difference = perform(step) { return difference } }
    if let difference = runJobs() { return difference }
    for promise in model.keptPromises {
      if let difference = perform(Step(id: -2, action: .drop(promise))) { return difference }
    }
    return runJobs()
  }

  private static func difference(_ run: ProgramRun, _ model: ProgramModel) -> String? {
    let calls = run.calls
    if calls != model.calls {
      let index = zip(calls, model.calls).prefix { $0 == $1 }.count
      let ours = index < calls.count ? "\(calls[index])" : "nothing"
      let theirs = index < model.calls.count ? "\(model.calls[index])" : "nothing"
      return "call \(index) is \(ours), and should be \(theirs)"
    }
    let nodes = run.nodes
    if nodes.count != model.nodes.count {
      return "futures are \(nodes.keys), not \(model.nodes.keys)"
    }
    for (id, node) in nodes {
      let outcome = node.currentResult.map { Outcome($0) }
      if let expected = model.nodes[id], expected.outcome != outcome {
        return "future \(id) is \(name(outcome)), and should be \(name(expected.outcome))"
      }
    }
    if run.pendingJobs != model.pendingJobs {
      return "contexts have \(run.pendingJobs) jobs, and should have \(model.pendingJobs)"
    }
    let kept = run.alive.intersection(model.ended)
    if !kept.isEmpty { return "these closures have ended and are kept: \(kept)" }
    return nil
  }

  private static func name(_ outcome: Outcome?) -> String {
    outcome.map { "\($0)" } ?? "pending"
  }
}

// MARK: - Shrinking

extension FutureProgram {
  /// Returns a failing program without the parts that it does not need in order to fail.
  func shrunk() -> FutureProgram {
    var program = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in program.smaller() where candidate.difference() != nil {
        program = candidate
        isSmaller = true
        break
      }
    }
    return program
  }

  /// Returns the programs that lack one part of this one.
  private func smaller() -> [FutureProgram] {
    var candidates: [FutureProgram] = []
    for length in [steps.count / 2, steps.count / 4, 1] where length > 0 {
      for start in stride(from: 0, to: steps.count, by: length) {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + length, steps.count))
        candidates.append(FutureProgram(steps: fewer))
      }
    }
    for (index, step) in steps.enumerated() {
      for action in step.action.smaller() {
        var simpler = steps
        simpler[index].action = action
        candidates.append(FutureProgram(steps: simpler))
      }
    }
    return candidates
  }
}

extension FutureProgram.Action {
  fileprivate func smaller() -> [FutureProgram.Action] {
    switch self {
    case .work(let place, let effect):
      return Self.smaller(place, effect).map { .work($0, $1) }
    case .derive(let transform, of: let source, let place, let effect):
      let simpler = transform == .map ? [] : [Self.derive(.map, of: source, place, effect)]
      return simpler + Self.smaller(place, effect).map { .derive(transform, of: source, $0, $1) }
    case .observe(let kind, let source, let place, let effect):
      return Self.smaller(place, effect).map { .observe(kind, source, $0, $1) }
    case .combine(let combination, let inputs):
      return Self.smaller(inputs).map { .combine(combination, $0) }
    case .look(let search, let inputs, let place, let effect):
      return Self.smaller(inputs).map { .look(search, $0, place, effect) }
        + Self.smaller(place, effect).map { .look(search, inputs, $0, $1) }
    default: return []
    }
  }

  private static func smaller(_ inputs: [Int]) -> [[Int]] {
    inputs.indices.map { index in
      var fewer = inputs
      fewer.remove(at: index)
      return fewer
    }
  }

  private static func smaller(
    _ place: FutureProgram.Place,
    _ effect: FutureProgram.Effect
  ) -> [(FutureProgram.Place, FutureProgram.Effect)] {
    var simpler: [(FutureProgram.Place, FutureProgram.Effect)] = []
    if place.context != nil { simpler.append((.init(context: nil, token: place.token), effect)) }
    if place.token != nil { simpler.append((.init(context: place.context, token: nil), effect)) }
    if !effect.step.isEmpty { simpler.append((place, .init())) }
    for action in effect.step.first?.action.smaller() ?? [] {
      simpler.append((place, .init(step: [.init(id: effect.step[0].id, action: action)])))
    }
    return simpler
  }
}

extension FutureProgram: CustomStringConvertible {
  var description: String {
    steps.map { "\n  \($0.id): \($0.action)" }.joined()
      .replacing("FutureProgram.", with: "")
  }
}

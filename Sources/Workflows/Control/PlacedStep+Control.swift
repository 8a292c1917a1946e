// What control steps can read from the records of their parts.

extension Parallel: PlacedStep {
  package func recordedOutput(at place: RecordPath, in run: any RunDurability) throws -> Output? {
    func output<One>(_ branch: Branch<Input, One>) throws -> One {
      guard let output = try branch.recorded(place.appending(branch.name), run) else {
        throw NotRecorded()
      }
      return output
    }
    do {
      return (repeat try output(each branches))
    } catch is NotRecorded {
      return nil
    }
  }

  package func compensations(
    of target: RecordPath,
    at place: RecordPath
  ) -> [RecordedCompensation] {
    var found: [RecordedCompensation] = []
    func look<One>(in branch: Branch<Input, One>) {
      found += branch.compensations(target, place.appending(branch.name))
    }
    repeat look(in: each branches)
    return found
  }
}

private struct NotRecorded: Error {}

extension ForEach: PlacedStep {
  package func compensations(
    of target: RecordPath,
    at place: RecordPath
  ) -> [RecordedCompensation] {
    guard let element = target.ancestor(directlyInside: place) else { return [] }
    return branch.compensations(target, element)
  }
}

extension When: PlacedStep {
  package func recordedOutput(at place: RecordPath, in run: any RunDurability) throws -> Output? {
    guard let isAccepted = choice(at: place, in: run) else { return nil }
    return try workflow(isAccepted)
      .output(recordedAt: place.appending(Self.branchName(isAccepted)), in: run)
  }

  package func compensations(
    of target: RecordPath,
    at place: RecordPath
  ) -> [RecordedCompensation] {
    [true, false].flatMap {
      workflow($0).compensations(for: target, at: place.appending(Self.branchName($0)))
    }
  }

  /// Whether a run has chosen the first branch; `nil` if it has been in neither.
  func choice(at place: RecordPath, in run: any RunDurability) -> Bool? {
    [true, false].first { run.hasTrace(at: place.appending(Self.branchName($0))) }
  }

  private func workflow(_ isAccepted: Bool) -> Workflow<Input, Output> {
    isAccepted ? accepted : otherwise
  }

  static func branchName(_ isAccepted: Bool) -> String { isAccepted ? "then" : "otherwise" }
}

extension RecoveredStep: PlacedStep {
  func recordedOutput(at place: RecordPath, in run: any RunDurability) throws -> Output? {
    if let fallback, hasFallenBack(at: place, in: run) {
      return try fallback.recorded(Self.fallbackPlace(fallback, place), run)
    }
    return try base.output(recordedAt: place, in: run)
  }

  func compensations(of target: RecordPath, at place: RecordPath) -> [RecordedCompensation] {
    guard let fallback else { return base.compensations(for: target, at: place) }
    let inside = fallback.compensations(target, Self.fallbackPlace(fallback, place))
    return inside + base.compensations(for: target, at: place)
  }

  /// Whether a run has left the step for its fallback.
  func hasFallenBack(at place: RecordPath, in run: any RunDurability) -> Bool {
    fallback.map { run.hasTrace(at: Self.fallbackPlace($0, place)) } ?? false
  }

  private static func fallbackPlace(
    _ fallback: Branch<Base.Input, Base.Output>,
    _ place: RecordPath
  ) -> RecordPath {
    place.appending(fallbackName).appending(fallback.name)
  }

  static var fallbackName: String { "recover" }
}

extension SettledStep: PlacedStep {
  func recordedOutput(at place: RecordPath, in run: any RunDurability) throws -> Output? {
    try base.output(recordedAt: place, in: run).map { .success($0) }
  }

  func compensations(of target: RecordPath, at place: RecordPath) -> [RecordedCompensation] {
    base.compensations(for: target, at: place)
  }
}

extension InputKeepingStep: PlacedStep {
  func compensations(of target: RecordPath, at place: RecordPath) -> [RecordedCompensation] {
    base.compensations(for: target, at: place)
  }
}

/// A step that is at the place of the one inside it, and has its output.
protocol TransparentStep<Base>: PlacedStep where Input == Base.Input, Output == Base.Output {
  associatedtype Base: Step
  var base: Base { get }
}

extension TransparentStep {
  package func recordedOutput(at place: RecordPath, in run: any RunDurability) throws -> Output? {
    try base.output(recordedAt: place, in: run)
  }

  package func compensations(
    of target: RecordPath,
    at place: RecordPath
  ) -> [RecordedCompensation] {
    base.compensations(for: target, at: place)
  }
}

extension RetriedStep: TransparentStep {}
extension LimitedStep: TransparentStep {}
extension FinallyStep: TransparentStep {}
extension LabelledStep: TransparentStep {}

extension CompensatedStep: TransparentStep {
  func compensations(of target: RecordPath, at place: RecordPath) -> [RecordedCompensation] {
    let inside = base.compensations(for: target, at: place)
    if target != place { return inside }
    let own = RecordedCompensation { [base, undo] run, options in
      guard let output = try base.output(recordedAt: place, in: run) else { return }
      try await Self.perform(undo, output, place, options)
    } undoInDoubt: { [undoInDoubt] _, key, options in
      guard let undoInDoubt else { return false }
      try await Self.perform(undoInDoubt, key, place, options)
      return true
    }
    return [own] + inside
  }

  private static func perform<Value>(
    _ undo: some Step<Value, some Sendable>,
    _ value: Value,
    _ place: RecordPath,
    _ options: RunOptions
  ) async throws {
    _ = try await undo.asWorkflow.named("compensate \(place.name)")(value, options: options)
  }
}

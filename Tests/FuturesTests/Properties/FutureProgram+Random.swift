import TestSupport

extension FutureProgram {
  /// Creates a random program, which is the same for the same seed.
  init(seed: UInt64) {
    var generator = ProgramGenerator(seed: seed)
    steps = generator.steps()
  }
}

private struct ProgramGenerator {
  fileprivate typealias Place = FutureProgram.Place
  fileprivate typealias Outcome = FutureProgram.Outcome

  private var random: RandomNumbers
  private var nextID = 0
  private var futures: [Int] = []
  private var promises: [Int] = []

  init(seed: UInt64) { random = RandomNumbers(seed: seed) }

  mutating func steps() -> [FutureProgram.Step] {
    let count = random.number(4...22)
    return (0..<count).map { index in
      index < 2 ? creation(isNested: false) : step(isNested: false)
    }
  }

  private mutating func step(isNested: Bool) -> FutureProgram.Step {
    switch random.number(0...99) {
    case 0..<40: return creation(isNested: isNested)
    case 40..<58:
      return newStep(isNested: isNested) { generator in
        .observe(
          generator.random.element(
            [.complete, .complete, .success, .failure, .settled]
          ),
          generator.future(),
          generator.place(),
          generator.effect(isNested: isNested)
        )
      }
    case 58..<74:
      return newStep(isNested: isNested) { .complete($0.promise(), $0.outcome()) }
    case 74..<78:
      return newStep(isNested: isNested) { .completeWith($0.promise(), $0.future()) }
    case 78..<81: return newStep(isNested: isNested) { .drop($0.promise()) }
    case 81..<85: return newStep(isNested: isNested) { .cancel($0.future()) }
    case 85..<88:
      return newStep(isNested: isNested) {
        .cancelToken($0.random.number(0...FutureProgram.placeCount - 1))
      }
    case 88..<91: return newStep(isNested: isNested) { .forget($0.future()) }
    case 91..<98:
      return newStep(isNested: isNested) {
        .runJob(context: $0.random.number(0...1), $0.random.number(0...1))
      }
    default:
      return newStep(isNested: isNested) { .dropJob(context: $0.random.number(0...1), 0) }
    }
  }

  private mutating func creation(isNested: Bool) -> FutureProgram.Step {
    let choice = random.number(0...99)
    let step = newStep(isNested: isNested) { generator in
      switch choice {
      case 0..<30: return .promise
      case 30..<36: return .settled(generator.outcome())
      case 36..<40: return .work(generator.place(), generator.effect(isNested: isNested))
      case 40..<75:
        return .derive(
          generator.transform(),
          of: generator.future(),
          generator.place(),
          generator.effect(isNested: isNested)
        )
      case 75..<90:
        return .combine(generator.combination(), generator.some())
      default:
        return .look(
          generator.random.element([.first, .fold]),
          generator.some(),
          generator.place(),
          generator.effect(isNested: isNested)
        )
      }
    }
    futures.append(step.id)
    if step.action == .promise { promises.append(step.id) }
    return step
  }

  private mutating func newStep(
    isNested: Bool,
    _ action: (inout ProgramGenerator) -> FutureProgram.Action
  ) -> FutureProgram.Step {
    let id = nextID
    nextID += 1
    return FutureProgram.Step(id: id, action: action(&self))
  }

  // MARK: Parts of steps

  /// Returns a future: usually one that exists, rarely one that does not exist yet.
  private mutating func future() -> Int {
    if futures.isEmpty || random.number(0...19) == 0 { return random.number(0...nextID + 3) }
    let recent = futures.suffix(5)
    return random.number(0...1) == 0 ? random.element(Array(recent)) : random.element(futures)
  }

  private mutating func promise() -> Int { promises.isEmpty ? 0 : random.element(promises) }

  private mutating func some() -> [Int] {
    let count = random.number(0...9) == 0 ? 0 : random.number(1...3)
    return (0..<count).map { _ in future() }
  }

  private mutating func place() -> Place {
    Place(
      context: random.number(0...9) < 6 ? nil : random.number(0...1),
      token: random.number(0...9) < 7 ? nil : random.number(0...1)
    )
  }

  private mutating func outcome() -> Outcome {
    switch random.number(0...9) {
    case 0..<6: .value(random.number(0...9))
    case 6..<9: .failure(random.number(0...9))
    default: .cancelled
    }
  }

  private mutating func effect(isNested: Bool) -> FutureProgram.Effect {
    if isNested || random.number(0...9) < 7 { return FutureProgram.Effect() }
    return FutureProgram.Effect(step: [step(isNested: true)])
  }

  private mutating func transform() -> FutureProgram.Transform {
    switch random.number(0...15) {
    case 0..<3: .map
    case 3: .throwingMap
    case 4: .tryMap
    case 5: .mapError
    case 6: .mapResult
    case 7: .recover
    case 8: .throwingFlatMap(future())
    case 9: .flatMapError(future())
    case 10: .flatMapResult(future())
    case 11: .flatMapToDerived(future())
    case 12: .flatMapToTyped(future())
    case 13: .flatMapToUnfailing(future())
    case 14: .flatMapToScope(future())
    default: .flatMap(future())
    }
  }

  private mutating func combination() -> FutureProgram.Combination {
    switch random.number(0...7) {
    case 0: .all
    case 1: .allWaiting
    case 2: .allSettled
    case 3: .sequence
    case 4: .zip
    case 5: .firstSuccess
    case 6: .firstCompleted(cancelsLosers: true)
    default: .firstCompleted(cancelsLosers: false)
    }
  }
}

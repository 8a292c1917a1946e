internal import Futures
internal import Synchronization

/// The steps of a run: those of its workflow, and those inserted while it runs.
final class RunPlan: Sendable {
  let stages: [StageInfo]
  /// The type of the output.
  let output: any Any.Type
  private let place = Atomic<Int>(Place.beforeAll.word)
  /// The inserted steps; changed only while `place` marks that there are some.
  private let inserted = Locked<[Int: [any InsertedStep]]>([:])

  /// The place of the run in one word, so that a step of a run without insertions takes no lock.
  private struct Place {
    /// The index of the last step that has begun; the number of steps if the end was reached.
    var begun: Int
    var hasInserted: Bool

    static let beforeAll = Place(begun: -1, hasInserted: false)

    init(begun: Int, hasInserted: Bool) {
      self.begun = begun
      self.hasInserted = hasInserted
    }

    init(word: Int) {
      begun = word >> 1
      hasInserted = word & 1 == 1
    }

    var word: Int { begun << 1 | (hasInserted ? 1 : 0) }
  }

  init<Output>(stages: [StageInfo], output: Output.Type) {
    self.stages = stages
    self.output = output
  }

  /// Returns the type of the values before a step, or at the end.
  func type(at place: Int) -> any Any.Type {
    place < stages.count ? stages[place].input : output
  }

  /// Begins a step, if no step was ever inserted.
  ///
  /// - Returns: Whether the step began; if not, call ``begin(_:)``.
  func beginAlone(_ index: Int) -> Bool {
    // Only this run advances, and an insertion changes the word.
    let now = Place(word: place.load(ordering: .relaxed))
    if now.hasInserted { return false }
    return place.compareExchange(
      expected: now.word,
      desired: Place(begun: index, hasInserted: false).word,
      ordering: .relaxed
    ).exchanged
  }

  /// Removes and returns the next step inserted at a place, or begins the step of that place.
  ///
  /// - Returns: The inserted step; `nil` if the place has begun and accepts no more insertions.
  func begin(_ index: Int) -> (any InsertedStep)? {
    inserted.withLock { inserted in
      if var steps = inserted.removeValue(forKey: index) {
        let next = steps.removeFirst()
        if !steps.isEmpty { inserted[index] = steps }
        return next
      }
      place.store(
        Place(begun: index, hasInserted: !inserted.isEmpty).word,
        ordering: .relaxed
      )
      return nil
    }
  }

  /// Inserts a step at the first of several places that has not begun.
  ///
  /// - Returns: Whether there was such a place.
  func insert(_ step: any InsertedStep, atFirstOf places: [Int]) -> Bool {
    inserted.withLock { inserted in
      while true {
        let now = Place(word: place.load(ordering: .relaxed))
        guard let index = places.first(where: { $0 > now.begun }) else { return false }
        let marked = place.compareExchange(
          expected: now.word,
          desired: Place(begun: now.begun, hasInserted: true).word,
          ordering: .relaxed
        )
        // From now on the run takes the lock before it advances.
        if marked.exchanged {
          inserted[index, default: []].append(step)
          return true
        }
      }
    }
  }
}

/// The information of a plan about a step.
final class StageInfo: Sendable {
  let name: String
  let index: Int
  /// The weights of the steps before this one.
  let weightStart: Double
  let weightEnd: Double
  let input: any Any.Type
  /// The parts of the step.
  ///
  /// The outline does not retain the step, because runs retain the outline even after their end.
  let outline: StepOutline
  let previous: StageInfo?

  init(
    name: String,
    weight: Double,
    input: any Any.Type,
    outline: StepOutline,
    after previous: StageInfo?
  ) {
    self.name = name
    self.outline = outline
    index = previous.map { $0.index + 1 } ?? 0
    weightStart = previous?.weightEnd ?? 0
    weightEnd = weightStart + weight
    self.input = input
    self.previous = previous
  }
}

/// A step that was inserted into a run, without its type.
protocol InsertedStep: Sendable {}

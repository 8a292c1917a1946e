internal import Futures
internal import Synchronization

/// The steps of a run: those of its workflow, and those that are inserted while it goes.
final class RunPlan: Sendable {
  let stages: [StageInfo]
  /// The type at the end.
  let output: any Any.Type
  private let place = Atomic<Int>(Place.beforeAll.word)
  /// The inserted steps; changed only while `place` says that there are some.
  private let inserted = Locked<[Int: [any InsertedStep]]>([:])

  /// How far the run is, in one word, so that a step of a run without insertions takes no lock.
  private struct Place {
    /// The place of the last step that has begun, or of the end if that has been reached.
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

  /// The type that a value has before a step, or at the end.
  func type(at place: Int) -> any Any.Type {
    place < stages.count ? stages[place].input : output
  }

  /// Begins the step of a place if nothing was ever inserted.
  ///
  /// - Returns: Whether that was so; if not, ``begin(_:)`` has to be called.
  func beginAlone(_ index: Int) -> Bool {
    // Only this run moves on, and an insertion changes the word.
    let now = Place(word: place.load(ordering: .relaxed))
    if now.hasInserted { return false }
    return place.compareExchange(
      expected: now.word,
      desired: Place(begun: index, hasInserted: false).word,
      ordering: .relaxed
    ).exchanged
  }

  /// Takes the next step that was inserted at a place, or begins the step of that place if there is
  /// none.
  ///
  /// - Returns: The inserted step; `nil` if the place has begun, so that nothing can be inserted
  ///   there.
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

  /// Inserts a step at the first of some places that has not begun.
  ///
  /// - Returns: Whether there was one.
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
        // From here on the run has to take the lock before it can move on.
        if marked.exchanged {
          inserted[index, default: []].append(step)
          return true
        }
      }
    }
  }
}

/// What a plan knows of a step.
final class StageInfo: Sendable {
  let name: String
  let index: Int
  /// The weights of the steps before this one.
  let weightStart: Double
  let weightEnd: Double
  let input: any Any.Type
  let previous: StageInfo?

  init(name: String, weight: Double, input: any Any.Type, after previous: StageInfo?) {
    self.name = name
    index = previous.map { $0.index + 1 } ?? 0
    weightStart = previous?.weightEnd ?? 0
    weightEnd = weightStart + weight
    self.input = input
    self.previous = previous
  }
}

/// A step that was inserted into a run, without its type.
protocol InsertedStep: Sendable {}

/// Numbers for lanes: always the lowest one that is free.
///
/// - Complexity: O(log *n*) in the number of lanes that have been in use at the same time, for each
///   number.
struct LaneNumbers {
  /// The numbers that were given back: a heap with the lowest one in front.
  private var free: [Int] = []
  private var next: Int

  /// Makes numbers, of which the lowest is given.
  init(from first: Int) { next = first }

  /// Takes the lowest number that is free.
  mutating func take() -> Int {
    guard let lowest = free.first else {
      defer { next += 1 }
      return next
    }
    let last = free.removeLast()
    if !free.isEmpty {
      free[0] = last
      sink()
    }
    return lowest
  }

  /// Gives a number back.
  mutating func giveBack(_ number: Int) {
    var place = free.count
    free.append(number)
    while place > 0, case let parent = (place - 1) / 2, free[parent] > free[place] {
      free.swapAt(parent, place)
      place = parent
    }
  }

  /// Lets the number in front go down to where it belongs.
  private mutating func sink() {
    var place = 0
    while true {
      var lowest = place
      for child in [2 * place + 1, 2 * place + 2] where child < free.count {
        if free[child] < free[lowest] { lowest = child }
      }
      if lowest == place { return }
      free.swapAt(lowest, place)
      place = lowest
    }
  }
}

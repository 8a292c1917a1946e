/// A source of lane numbers that always returns the lowest free one.
///
/// - Complexity: O(log *n*) for each number, where *n* is the largest number of lanes in use at the
///   same time.
package struct LaneNumbers {
  /// The returned numbers: a heap with the lowest one in front.
  private var free: [Int] = []
  private var next: Int

  /// Creates a source whose lowest number is `first`.
  package init(from first: Int) { next = first }

  /// Returns the lowest free number.
  package mutating func take() -> Int {
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

  /// Frees a number.
  package mutating func giveBack(_ number: Int) {
    var place = free.count
    free.append(number)
    while place > 0, case let parent = (place - 1) / 2, free[parent] > free[place] {
      free.swapAt(parent, place)
      place = parent
    }
  }

  /// Moves the number in front down to its place in the heap.
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

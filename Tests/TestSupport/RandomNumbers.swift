/// Draws numbers and elements, which are the same for the same seed.
package struct RandomNumbers {
  private var generator: SeededRandom

  package init(seed: UInt64) { generator = SeededRandom(seed: seed) }

  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    // A remainder is slightly uneven, but much faster than a fair choice in debug builds.
    range.lowerBound + Int(generator.next() >> 1) % range.count
  }

  package mutating func element<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }
}

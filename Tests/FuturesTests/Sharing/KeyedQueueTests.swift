import Testing

@testable import Futures

/// A queue of elements with keys.
struct KeyedQueueTests {
  private final class Element: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  private var queue = KeyedQueue<String, Element>()

  @discardableResult
  private mutating func append(_ number: Int, for key: String) -> Int? {
    queue.append(Element(number), for: key)?.element.number
  }

  private mutating func popAll() -> [Int] {
    var numbers: [Int] = []
    while let slot = queue.popFirst() { numbers.append(slot.element.number) }
    return numbers
  }

  @Test mutating func theFirstIsTheOneThatCameFirst() {
    for number in 1...4 { append(number, for: "\(number)") }
    #expect(queue.remove("2")?.element.number == 2)
    #expect(queue.remove("2") == nil)
    #expect(queue.find("1", movingToEndIf: { _ in true })?.number == 1)
    #expect(queue.find("3", movingToEndIf: { _ in false })?.number == 3)
    #expect(queue.count == 3)
    #expect(popAll() == [3, 4, 1])
  }

  @Test mutating func anElementReplacesTheOneWithItsKey() {
    append(1, for: "a")
    append(2, for: "b")
    #expect(append(3, for: "a") == 1)
    #expect(queue.count == 2)
    #expect(queue.popFirst()?.element.number == 2)
    #expect(queue.popFirst()?.element.number == 3)
  }

  @Test mutating func severalAreRemovedByACondition() {
    for number in 1...6 { append(number, for: "\(number)") }
    #expect(
      queue.removeAll { $0.number.isMultiple(of: 2) }.map(\.element.number).sorted() == [2, 4, 6]
    )
    #expect(popAll() == [1, 3, 5])
  }

  @Test mutating func removedElementsLeaveTheirPlacesToOthers() {
    append(0, for: "0")
    for number in 1...1_000 {
      append(number, for: "\(number)")
      if number.isMultiple(of: 3) { #expect(queue.remove("\(number)") != nil) }
      if number.isMultiple(of: 2) { #expect(queue.popFirst() != nil) }
      while queue.count > 5 { #expect(queue.popFirst() != nil) }
    }
    #expect(queue.slots.count < 10)
  }

  /// Searching the places that the crowd has left would take thousands of times as long.
  @Test mutating func aSearchTakesNoLongerAfterACrowd() {
    append(0, for: "0")
    let before = timeOfSearches()
    for number in 1...100_000 { append(number, for: "\(number)") }
    #expect(queue.removeAll { $0.number > 0 }.count == 100_000)
    #expect(timeOfSearches() < before * 50 + .seconds(1))
    #expect(popAll() == [0])
  }

  private mutating func timeOfSearches() -> Duration {
    ContinuousClock().measure {
      for _ in 0..<1_000 {
        append(1, for: "1")
        #expect(queue.removeAll { $0.number > 0 }.count == 1)
      }
    }
  }

  @Test mutating func anEmptyQueueReleasesItsPlaces() {
    for number in 1...1_000 { append(number, for: "\(number)") }
    #expect(popAll().count == 1_000)
    #expect(queue.slots.capacity == 0)
    append(1, for: "a")
    append(2, for: "b")
    #expect(popAll() == [1, 2])
  }
}

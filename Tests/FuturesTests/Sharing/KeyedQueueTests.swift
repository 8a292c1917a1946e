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

  @Test mutating func anElementIsRemovedFromItsPlace() {
    append(0, for: "0")
    let place = queue.nextPlace
    append(1, for: "1")
    append(2, for: "2")
    #expect(queue.remove(at: place)?.key == "1")
    #expect(queue.remove(at: place) == nil)
    #expect(queue.nextPlace == place)
    #expect(popAll() == [0, 2])
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

  @Test mutating func anEmptyQueueReleasesItsPlaces() {
    for number in 1...1_000 { append(number, for: "\(number)") }
    #expect(popAll().count == 1_000)
    #expect(queue.slots.capacity == 0)
    append(1, for: "a")
    append(2, for: "b")
    #expect(popAll() == [1, 2])
  }
}

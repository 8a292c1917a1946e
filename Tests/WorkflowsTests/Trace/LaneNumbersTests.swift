import Testing

@testable import Workflows

@Suite struct LaneNumbersTests {
  @Test func theLowestFreeNumberIsReturned() {
    var numbers = LaneNumbers(from: 1)
    #expect((0..<100).map { _ in numbers.take() } == Array(1...100))
    for step in 1...100 { numbers.giveBack(step * 37 % 101) }
    #expect((0..<101).map { _ in numbers.take() } == Array(1...101))
  }
}

import Testing

@testable import Futures

@Suite struct NumberedListTests {
  private func list(_ count: Int) -> NumberedList<Int> {
    var list = NumberedList<Int>()
    for number in 0..<count {
      #expect(list.nextNumber == UInt64(number + 1))
      list.append(number)
    }
    return list
  }

  @Test func elementsAreInOrderWhateverIsRemoved() {
    var list = list(100)
    for number in 1...100 where !number.isMultiple(of: 7) {
      #expect(list.remove(UInt64(number)) == number - 1)
      #expect(list.remove(UInt64(number)) == nil)
    }
    #expect(Array(list.inOrder) == (1...14).map { $0 * 7 - 1 })
    #expect(list.remove(0) == nil)
    #expect(list.remove(1000) == nil)
    #expect(!list.isEmpty)
    for number in 1...14 { #expect(list.remove(UInt64(number * 7)) != nil) }
    #expect(list.isEmpty)
  }

  @Test func noNumberOccursTwice() {
    var list = list(3)
    #expect(Array(list.takeAll().inOrder) == [0, 1, 2])
    #expect(list.isEmpty && list.nextNumber == 4)
    list.append(7)
    #expect(list.remove(1) == nil)
    #expect(list.remove(4) == 7)
  }

  @Test func whatRemainsKeepsItsNumber() {
    var list = list(10)
    #expect(list.remove(2) == 1)
    #expect(list.removeAll { $0.isMultiple(of: 2) } == [0, 2, 4, 6, 8])
    #expect(Array(list.inOrder) == [3, 5, 7, 9])
    #expect(list.remove(8) == 7)
  }
}

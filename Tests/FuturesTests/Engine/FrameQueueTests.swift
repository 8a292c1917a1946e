import Testing

@testable import Futures

/// Deferred callbacks, and their order.
struct FrameQueueTests {
  private let cell = Cell()
  private var queue = FrameQueue()

  private mutating func append(_ number: UInt) {
    queue.append(Frame(source: .passUnretained(cell), waiters: number))
  }

  @Test mutating func theOldestFrameIsTheFirst() {
    for number in 1...3 as ClosedRange<UInt> { append(number) }
    #expect(queue.popFirst()?.waiters == 1)
    append(4)
    for number in 2...4 as ClosedRange<UInt> { #expect(queue.popFirst()?.waiters == number) }
    #expect(queue.popFirst() == nil)
  }

  @Test mutating func removedFramesTakeNoSpaceWhileOthersWait() {
    append(0)
    var outOfOrder = 0
    for number in 1...100_000 as ClosedRange<UInt> {
      append(number)
      if queue.popFirst()?.waiters != number - 1 { outOfOrder += 1 }
    }
    #expect(outOfOrder == 0)
    #expect(queue.frames.count < 5_000)
  }
}

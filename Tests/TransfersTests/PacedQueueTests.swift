#if canImport(FoundationNetworking)
import Foundation
import TestSupport
import Testing

@testable import Transfers

@Suite struct PacedQueueTests {
  /// The queue is full whenever an operation runs, as far as there are operations to come.
  @Test(.timeLimit(.minutes(5))) func atMostItsCapacityWaitsAtAnyTime() {
    let (count, capacity) = (5_000, 32)
    let added = Counter()
    let ended = Counter()
    let queue = PacedQueue()
    var most = 0
    for number in 0..<count {
      queue.addOperation {
        while added.value < min(number + capacity, count) { sched_yield() }
        ended.add()
      }
      added.add()
      most = max(most, added.value - ended.value)
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(ended.value == count)
    #expect(most == capacity)
  }
}
#endif

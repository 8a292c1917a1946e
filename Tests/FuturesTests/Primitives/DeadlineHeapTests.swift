import TestSupport
import Testing

@testable import Futures

/// The order of timers, whose jobs are distinguished by what they add to a log.
struct DeadlineHeapTests {
  private let log = Log<Int>()
  private var heap = DeadlineHeap<UInt64, TimerQueue.Job>()
  private var lastNumber: UInt64 = 0

  private mutating func insert(_ mark: Int, at deadline: UInt64) -> (place: Int, number: UInt64) {
    lastNumber += 1
    let job = TimerQueue.Job { [log] in log.add(mark) }
    return (heap.insert(job, at: deadline, number: lastNumber), lastNumber)
  }

  private mutating func run(until now: UInt64) -> [Int] {
    let before = log.all.count
    while let job = heap.popFirst(until: now) { job.run() }
    return Array(log.all.dropFirst(before))
  }

  @Test mutating func theyAreDueInTheOrderOfDeadlinesAndThenOfAge() {
    for (mark, deadline) in [(1, 30), (2, 10), (3, 20), (4, 10)] {
      _ = insert(mark, at: UInt64(deadline))
    }
    #expect(heap.earliest == 10)
    #expect(run(until: 9) == [])
    #expect(run(until: 20) == [2, 4, 3])
    #expect(heap.earliest == 30)
    #expect(run(until: 30) == [1])
    #expect(heap.earliest == nil)
  }

  @Test mutating func aRemovedTimerIsNotDueAndItsPlaceIsThatOfAnother() {
    let first = insert(1, at: 10)
    #expect(heap.remove(first.place, number: first.number) != nil)
    let second = insert(2, at: 20)
    #expect(second.place == first.place)
    // The timer is no longer at that place.
    #expect(heap.remove(first.place, number: first.number) == nil)
    #expect(run(until: 99) == [2])
    #expect(heap.remove(second.place, number: second.number) == nil)
  }

  /// Compares the heap with an array that is searched linearly.
  @Test(arguments: 0..<20 as Range<UInt64>)
  mutating func itDoesWhatASortedArrayDoes(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var model: [(deadline: UInt64, place: Int, number: UInt64)] = []
    var now: UInt64 = 0
    for mark in 0..<400 {
      switch UInt64.random(in: 0..<4, using: &random) {
      case 0 where !model.isEmpty:
        let victim = model.remove(at: Int.random(in: 0..<model.count, using: &random))
        #expect(heap.remove(victim.place, number: victim.number) != nil)
      case 1:
        now += UInt64.random(in: 0..<30, using: &random)
        let due = model.filter { $0.deadline <= now }
          .sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
        model.removeAll { $0.deadline <= now }
        #expect(run(until: now).count == due.count)
        #expect(log.all.suffix(due.count) == due.map { marks[$0.number]! }[...])
      default:
        let deadline = now + UInt64.random(in: 0..<60, using: &random)
        let (place, number) = insert(mark, at: deadline)
        marks[number] = mark
        model.append((deadline, place, number))
      }
      #expect(heap.count == model.count)
      #expect(heap.earliest == model.map(\.deadline).min())
    }
  }

  private var marks: [UInt64: Int] = [:]
}

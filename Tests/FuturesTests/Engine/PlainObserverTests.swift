@testable import Futures
import Synchronization
import Testing

/// Observers that are registered one after another share a waiter, if their tags are the same.
@Suite struct PlainObserverTests {
  @Test(arguments: [[1, 2, 3], [1, 1, 2, 2, 1], [7, 7, 7, 7, 7, 7]] as [[UInt]])
  func eachObserverGetsItsTag(_ tags: [UInt]) {
    let seen = Mutex<[UInt]>([])
    let source = Cell()
    for tag in tags {
      source.observe(tag: tag) { _, waiter in
        seen.withLock { $0.append(waiter.tag) }
        return .none
      }
    }
    ThreadState.run(source, source.succeed(1).orNone)
    #expect(seen.withLock { $0 } == tags)
  }
}

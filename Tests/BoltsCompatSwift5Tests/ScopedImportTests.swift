import Foundation
import Testing

import struct BoltsCompat.BFAggregateError
import struct BoltsCompat.BFExecutor
import struct BoltsCompat.BFTask

/// Forms that the guide edits: imports of one name, and tasks as the values of a cache.
@Suite struct ScopedImportTests {
  @Test func namesAreImportedAsStructures() {
    let task = BFTask(1).continueOnSuccessWith(BFExecutor.immediate) { $0 + 1 }
    #expect(task.result == 2)
    #expect(BFAggregateError([]).errors.isEmpty)
  }

  private final class Kept {
    let task: BFTask<Int>

    init(_ task: BFTask<Int>) { self.task = task }
  }

  @Test func aClassOfTheClientKeepsATaskInACache() {
    let cache = NSCache<NSString, Kept>()
    cache.setObject(Kept(BFTask(1)), forKey: "one")
    #expect(cache.object(forKey: "one")?.task.result == 1)
  }
}

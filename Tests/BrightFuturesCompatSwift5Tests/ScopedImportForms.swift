import Foundation
import Testing

import struct BrightFuturesCompat.Async
import struct BrightFuturesCompat.Future

/// Forms that the guide edits: imports of one name, and futures as the values of a cache.
@Suite struct ScopedImportForms {
  @Test func namesAreImportedAsStructures() {
    #expect(Future<Int, Flaw>(value: 1).value == 1)
    #expect(Async(result: 2).result == 2)
  }

  private final class Kept {
    let future: Future<Int, Flaw>

    init(_ future: Future<Int, Flaw>) { self.future = future }
  }

  @Test func aClassOfTheClientKeepsAFutureInACache() {
    let cache = NSCache<NSString, Kept>()
    cache.setObject(Kept(Future(value: 1)), forKey: "one")
    #expect(cache.object(forKey: "one")?.future.value == 1)
  }
}

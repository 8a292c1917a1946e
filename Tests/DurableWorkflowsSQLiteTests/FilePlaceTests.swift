#if SQLite
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DurableWorkflowsSQLite

@Suite struct FilePlaceTests {
  @Test func aPlaceIsKnownForAMomentAfterItWasLookedAt() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("runs.sqlite").path
    let queue = try DatabaseQueue(path: path)
    let place = FilePlace(path)
    #expect(!place.isKnown(at: .now))
    let before = ContinuousClock.now
    try queue.inDatabase { db in try place.require(of: db) }
    #expect(place.isKnown(at: before))
    #expect(!place.isKnown(at: .now + .seconds(1)))
  }
}
#endif

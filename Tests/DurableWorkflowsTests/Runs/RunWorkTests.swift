import Testing

@testable import DurableWorkflows

@Suite struct RunWorkTests {
  @Test func aClaimThatTookLongIsFollowedBySmallerOnesUntilTheyAreQuick() {
    var work = RunWork()
    let lease = Duration.seconds(8)
    func next() -> Int? {
      let count = work.beginClaim(limit: 64)
      work.endClaim(of: count ?? 0)
      return count
    }
    #expect(next() == 63)
    // Neither long nor full.
    work.noteClaim(of: 40, took: .seconds(2), lease: lease)
    #expect(next() == 63)
    work.noteClaim(of: 40, took: .seconds(16), lease: lease)
    #expect(next() == 5, "what would take a quarter of the lease")
    work.noteClaim(of: 5, took: .milliseconds(1500), lease: lease)
    #expect(next() == 5, "more would take too long")
    work.noteClaim(of: 4, took: .milliseconds(100), lease: lease)
    #expect(next() == 5, "it did not show how long five take")
    for count in [10, 20, 40, 63] {
      work.noteClaim(of: next() ?? 0, took: .milliseconds(900), lease: lease)
      #expect(next() == count)
    }
    work.noteClaim(of: 1, took: .seconds(1000), lease: lease)
    #expect(next() == 1)
    work.noteClaim(of: 0, took: .zero, lease: lease)
    #expect(next() == 1)
  }
}

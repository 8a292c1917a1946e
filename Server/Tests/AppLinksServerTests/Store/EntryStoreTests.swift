import AppLinksServer
import Futures
import Testing

/// What every store does, whichever keeps it.
@Suite struct EntryStoreTests {
  private static let kinds = StorePlace.Kind.all

  @Test(arguments: kinds) func nodesSeeTheSame(_ kind: StorePlace.Kind) async throws {
    let place = try await StorePlace(kind)
    let (one, other) = (try await place.node(), try await place.node())
    #expect(try await one.entry("a") == nil)
    let lease = try Self.lease(try await one.claim("a", for: .seconds(50)))
    try await place.advance(by: .seconds(49))
    #expect(try await other.claim("a", for: .seconds(99)) == .held(for: .seconds(1)))
    let entry = entry("a", in: place)
    #expect(try await one.save(entry, under: lease))
    #expect(try await other.entry("a") == entry)
    // The lease ended with the save.
    _ = try Self.lease(try await other.claim("a", for: .seconds(10)))
  }

  @Test(arguments: kinds) func aLeaseThatIsRenewedStays(_ kind: StorePlace.Kind) async throws {
    let place = try await StorePlace(kind)
    let (one, other) = (try await place.node(), try await place.node())
    let lease = try Self.lease(try await one.claim("a", for: .seconds(50)))
    try await place.advance(by: .seconds(40))
    #expect(try await one.renew(lease, for: .seconds(50)))
    try await place.advance(by: .seconds(40))
    #expect(try await other.claim("a", for: .seconds(50)) == .held(for: .seconds(10)))
    try await place.advance(by: .seconds(10))
    // Its owner has died, or was too late.
    _ = try Self.lease(try await other.claim("a", for: .seconds(50)))
    #expect(try await one.renew(lease, for: .seconds(50)) == false)
  }

  @Test(arguments: kinds) func whatALateOwnerSavesIsDiscarded(
    _ kind: StorePlace.Kind
  ) async throws {
    let place = try await StorePlace(kind)
    let store = try await place.node()
    let late = try Self.lease(try await store.claim("a", for: .seconds(50)))
    try await place.advance(by: .seconds(50))
    let newer = try Self.lease(try await store.claim("a", for: .seconds(50)))
    #expect(try await store.save(entry("a", in: place), under: late) == false)
    #expect(try await store.entry("a") == nil)
    // Nor does it end the lease of the other one.
    try await store.release(late)
    #expect(try await store.claim("a", for: .seconds(50)) == .held(for: .seconds(50)))
    #expect(try await store.save(entry("a", in: place, loaded: 2), under: newer))
    #expect(try await store.entry("a")?.loaded == place.time.now + 2)
  }

  @Test(arguments: kinds) func aLeaseThatIsGivenBackCanBeTaken(
    _ kind: StorePlace.Kind
  ) async throws {
    let place = try await StorePlace(kind)
    let store = try await place.node()
    let lease = try Self.lease(try await store.claim("a", for: .seconds(50)))
    try await store.release(lease)
    _ = try Self.lease(try await store.claim("a", for: .seconds(50)))
    _ = try Self.lease(try await store.claim("b", for: .seconds(50)))
  }

  @Test(arguments: kinds) func oneOfManyGetsALease(_ kind: StorePlace.Kind) async throws {
    let place = try await StorePlace(kind)
    let nodes = [try await place.node(), try await place.node()]
    let claims = (0..<40).map { number in
      Future<Claim, any Error> { try await nodes[number % 2].claim("a", for: .seconds(50)) }
    }
    var taken = 0
    for claim in claims {
      if case .taken = try await claim.value { taken += 1 }
    }
    #expect(taken == 1)
  }

  @Test(arguments: kinds) func keepsLongKeysAndAllBytes(_ kind: StorePlace.Kind) async throws {
    let place = try await StorePlace(kind)
    let store = try await place.node()
    var numbers = SystemRandomNumberGenerator()
    let keys = (0..<3).map { _ in
      let letters = (0..<6_000).map { _ in
        Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &numbers))
      }
      return "page https://shop.example/é'\"\\" + String(String.UnicodeScalarView(letters))
    }
    for (number, key) in keys.enumerated() {
      var entry = entry(key, in: place, loaded: Int64(number))
      entry.content = Array(0...255) + Array(repeating: 7, count: 100_000)
      let lease = try Self.lease(try await store.claim(key, for: .seconds(50)))
      #expect(try await store.save(entry, under: lease))
      #expect(try await store.entry(key) == entry)
    }
    #expect(try await store.entry(keys[0])?.loaded == place.time.now)
  }

  @Test(arguments: kinds) func keepsWhatIsOfUse(_ kind: StorePlace.Kind) async throws {
    let place = try await StorePlace(kind)
    let store = try await place.node()
    for number in 0..<1_300 {
      let lease = try Self.lease(try await store.claim("\(number)", for: .seconds(50)))
      let seconds: Int64 = number < 1_100 ? 10 : Int64(1_000 + number)
      _ = try await store.save(entry("\(number)", in: place, staleAfter: seconds), under: lease)
    }
    // What is loaded again counts once.
    let again = try Self.lease(try await store.claim("1299", for: .seconds(50)))
    _ = try await store.save(entry("1299", in: place, staleAfter: 2_299), under: again)
    try await place.advance(by: .seconds(100))
    #expect(try await store.prune(keeping: 1_000) == 200)
    try await place.advance(by: .seconds(60))
    #expect(try await store.prune(keeping: 5) == 5)
    #expect(try await store.entry("1294") == nil)
    #expect(try await store.entry("1295") != nil)
  }

  // MARK: Parts

  private func entry(
    _ key: String,
    in place: StorePlace,
    loaded: Int64 = 0,
    staleAfter seconds: Int64 = 100
  ) -> Entry {
    let now = place.time.now + loaded
    return Entry(
      key: key,
      content: Array("{\"\(loaded)\": 1}".utf8),
      loaded: now,
      freshUntil: now + seconds * 500,
      staleUntil: now + seconds * 1000
    )
  }

  static func lease(_ claim: Claim) throws -> Lease {
    guard case .taken(let lease) = claim else { throw SetupError("\(claim)") }
    return lease
  }
}

import AppLinksServer
import CoreMetrics
import Futures
import FuturesTesting
import HTTPTypes
import Synchronization
import Testing

/// What is kept, and when it is loaded again.
@Suite struct KeptLoadsTests {
  @Test func aFreshContentIsLoadedOnce() async throws {
    let node = try Node()
    for _ in 0..<3 { #expect(try await node.text() == "1") }
    node.time.advance(by: .seconds(3599))
    #expect(try await node.text() == "1")
    #expect(node.source.count == 1)
  }

  @Test func anOldContentIsUsedWhileItIsLoadedAgain() async throws {
    let node = try Node()
    #expect(try await node.text() == "1")
    node.time.advance(by: .seconds(3600))
    let gate = node.source.holdNext()
    // Nobody waits, and one load is under way however many ask.
    for _ in 0..<5 { #expect(try await node.text() == "1") }
    try await node.source.began(2)
    gate.succeed()
    try await node.source.ended(2)
    while try await node.text() != "2" { await Task.yield() }
    #expect(node.source.count == 2)
  }

  @Test func aContentThatIsTooOldIsNotUsed() async throws {
    let node = try Node()
    #expect(try await node.text() == "1")
    node.time.advance(by: .seconds(3600 + 86_400))
    #expect(try await node.text() == "2")
  }

  @Test(
    arguments: [
      (Duration.seconds(0), 60), (.seconds(600), 600), (.seconds(1_000_000), 86_400), (nil, 3600),
    ] as [(Duration?, Int)]
  )
  func theSourceSaysHowLongWithinBounds(_ stated: Duration?, _ seconds: Int) async throws {
    let node = try Node()
    node.source.state(stated, allowsStale: false)
    #expect(try await node.text() == "1")
    node.time.advance(by: .seconds(seconds) - .milliseconds(1))
    #expect(try await node.text() == "1")
    node.time.advance(by: .milliseconds(1))
    #expect(try await node.text() == "2")
  }

  @Test func aFailureIsKeptForAMoment() async throws {
    let node = try Node()
    node.source.fail(true)
    #expect(try await node.text() == "failure 1")
    #expect(try await node.text() == "failure 1")
    node.time.advance(by: .seconds(30))
    node.source.fail(false)
    #expect(try await node.text() == "2")
  }

  @Test func aFailureDoesNotReplaceASuccess() async throws {
    let node = try Node()
    #expect(try await node.text() == "1")
    node.source.fail(true)
    node.time.advance(by: .seconds(3600))
    #expect(try await node.text() == "1")
    try await node.source.ended(2)
    // The success is used on, and tried again only after a while.
    while try await node.kept.copy(of: "a").entry.freshUntil < node.time.now {
      await Task.yield()
    }
    node.time.advance(by: .seconds(29))
    #expect(try await node.text() == "1")
    #expect(node.source.count == 2)
    node.time.advance(by: .seconds(86_400))
    #expect(try await node.text() == "failure 3")
  }

  @Test func nodesShareOneLoad() async throws {
    let folder = try TemporaryFolder()
    let time = ManualTime()
    let source = Source()
    let nodes = try (0..<3).map { _ in
      try Node(
        SQLiteEntryStore(path: folder.path("store"), clock: time.clock),
        source: source,
        time: time
      )
    }
    let gate = source.holdNext()
    let texts = (0..<60).map { number in
      Future<String, any Error> { try await nodes[number % 3].text("page \(number % 2)") }
    }
    try await source.began(1)
    gate.succeed()
    for text in texts { #expect(try await text.value.isEmpty == false) }
    // Two pages, two loads.
    #expect(source.count == 2)
  }

  @Test func anotherNodeTakesTheLeaseOfOneThatHasDied() async throws {
    let time = ManualTime()
    let store = try SQLiteEntryStore(clock: time.clock)
    // The node that has died holds the lease for 30 seconds.
    _ = try await store.claim("word a", for: .seconds(30))
    let pauses = ManualClock()
    let node = try Node(store, time: time, pauses: pauses)
    let text = Future<String, any Error> { try await node.text() }
    try await pauses.waitForPendingTimers()
    #expect(node.source.count == 0)
    time.advance(by: .seconds(30))
    pauses.advance(by: .seconds(1))
    #expect(try await text.value == "1")
  }

  @Test func aLoadKeepsItsLeaseHoweverLongItTakes() async throws {
    let time = ManualTime()
    let store = try SQLiteEntryStore(clock: time.clock)
    let pauses = ManualClock()
    let node = try Node(store, time: time, pauses: pauses)
    let gate = node.source.holdNext()
    let text = Future<String, any Error> { try await node.text() }
    for _ in 0..<6 {
      // A third of the time of a lease.
      try await pauses.waitForPendingTimers()
      time.advance(by: .seconds(10))
      pauses.advance(by: .seconds(10))
    }
    try await pauses.waitForPendingTimers()
    #expect(try await store.claim("word a", for: .seconds(1)) == .held(for: .seconds(30)))
    gate.succeed()
    #expect(try await text.value == "1")
    #expect(try await store.entry("word a") != nil)
  }

  @Test func withoutASharedStoreNothingIsLoaded() async throws {
    let store = try SharedStore()
    let node = try Node(store)
    #expect(try await node.text() == "1")
    store.isAway = true
    // What is in memory is used, also while it cannot be loaded again.
    #expect(try await node.text() == "1")
    node.time.advance(by: .seconds(3600))
    #expect(try await node.text() == "1")
    let problem = await #expect(throws: Problem.self) { try await node.text("b") }
    #expect(problem?.code == "store-away")
    #expect(problem?.status == .serviceUnavailable)
    #expect(node.source.count == 1)
    store.isAway = false
    #expect(try await node.text("b").isEmpty == false)
  }

  @Test func whatWasLoadedIsSavedWhenASharedStoreIsBack() async throws {
    let time = ManualTime()
    let store = try SharedStore(clock: time.clock)
    let (source, pauses) = (Source(), ManualClock())
    let node = try Node(store, source: source, time: time, pauses: pauses)
    let other = try Node(store, source: source, time: time)
    let gate = source.holdNext()
    let text = Future<String, any Error> { try await node.text() }
    try await source.began(1)
    store.isAway = true
    gate.succeed()
    // Who asked does not wait for the store.
    #expect(try await text.value == "1")
    try await pauses.waitForPendingTimers()
    store.isAway = false
    while try await store.entry("word a") == nil {
      pauses.advance(by: .seconds(1))
      await Task.yield()
    }
    #expect(try await other.text() == "1")
    #expect(source.count == 1)
  }

  @Test func aDelayedSaveIsNotCancelledWithItsLoad() async throws {
    let time = ManualTime()
    let store = try SharedStore(clock: time.clock)
    let pauses = ManualClock()
    // As on a server, where a call of the store is work of the scope that it is made in.
    let guarded = GuardedStore(store, limit: .seconds(60), pause: .zero)
    let node = try Node(guarded, time: time, pauses: pauses)
    let gate = node.source.holdNext()
    let text = Future<String, any Error> { try await node.text() }
    try await node.source.began(1)
    store.isAway = true
    gate.succeed()
    #expect(try await text.value == "1")
    // The load is over, and its scope with it.
    store.isAway = false
    for _ in 0..<10_000 {
      if try await store.entry("word a") != nil { break }
      pauses.advance(by: .seconds(1))
      await Task.yield()
    }
    #expect(try await store.entry("word a") != nil)
  }

  @Test func withoutItsStoreANodeLoadsForItself() async throws {
    let store = BrokenStore()
    let node = try Node(GuardedStore(store, limit: .seconds(60), pause: .seconds(60)))
    #expect(try await node.text() == "1")
    #expect(try await node.text() == "1")
    #expect(try await node.text("b") == "2")
    // After a failure it is left alone: once it was read, and once written.
    #expect(store.count == 2)
  }

  @Test func aStoreThatDoesNotAnswerHasFailed() async throws {
    let node = try Node(GuardedStore(SilentStore(), limit: .milliseconds(20), pause: .seconds(60)))
    #expect(try await node.text() == "1")
  }
}

/// A node that keeps words.
private struct Node {
  let kept: KeptLoads<Word>
  let source: Source
  let time: ManualTime

  init(
    _ store: (any EntryStore)? = nil,
    source: Source = Source(),
    time: ManualTime = ManualTime(),
    pauses: any Clock<Duration> = ContinuousClock()
  ) throws {
    self.source = source
    self.time = time
    kept = KeptLoads(
      store: try store ?? SQLiteEntryStore(clock: time.clock),
      memory: 1 << 20,
      clock: WallClock(pauses: pauses) { time.now },
      logger: .quiet,
      metrics: MetricsRegistry(),
      load: { _ in try await source.load() }
    )
  }

  func text(_ place: String = "a") async throws -> String {
    try await kept.copy(of: place).content.text
  }
}

private struct Word: KeptContent {
  static let kind = "word"
  var text: String
  var isFailure: Bool { text.hasPrefix("failure") }
}

/// Where words come from.
private final class Source: Sendable {
  private struct State {
    var begun = 0
    var ended = 0
    var fails = false
    var stated: Duration?
    var allowsStale = true
    var gate: Promise<Void, any Error>?
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.begun } }

  func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

  func state(_ stated: Duration?, allowsStale: Bool) {
    state.withLock { ($0.stated, $0.allowsStale) = (stated, allowsStale) }
  }

  /// Makes the next load wait for a promise.
  func holdNext() -> Promise<Void, any Error> {
    let gate = Promise<Void, any Error>()
    state.withLock { $0.gate = gate }
    return gate
  }

  func load() async throws -> LoadedContent<Word> {
    let (number, gate) = state.withLock { state in
      state.begun += 1
      defer { state.gate = nil }
      return (state.begun, state.gate)
    }
    if let gate { try await gate.future.value }
    return state.withLock { state in
      state.ended += 1
      return LoadedContent(
        content: Word(text: state.fails ? "failure \(number)" : "\(number)"),
        stated: state.stated,
        allowsStale: state.allowsStale
      )
    }
  }

  func began(_ count: Int) async throws {
    while state.withLock({ $0.begun }) < count {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  func ended(_ count: Int) async throws {
    while state.withLock({ $0.ended }) < count {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}

/// A store that is away.
final class BrokenStore: EntryStore {
  struct Away: Error {}

  private let calls = Mutex(0)

  var count: Int { calls.withLock { $0 } }

  private func fail() throws -> Never {
    calls.withLock { $0 += 1 }
    throw Away()
  }

  func entry(_ key: String) async throws -> Entry? { try fail() }
  func claim(_ key: String, for time: Duration) async throws -> Claim { try fail() }
  func renew(_ lease: Lease, for time: Duration) async throws -> Bool { try fail() }
  func save(_ entry: Entry, under lease: Lease) async throws -> Bool { try fail() }
  func release(_ lease: Lease) async throws { try fail() }
  func prune(keeping count: Int) async throws -> Int? { try fail() }
}

/// A store that never answers.
private struct SilentStore: EntryStore {
  private func wait() async throws -> Never {
    try await Task.sleep(for: .seconds(3600))
    throw CancellationError()
  }

  func entry(_ key: String) async throws -> Entry? { try await wait() }
  func claim(_ key: String, for time: Duration) async throws -> Claim { try await wait() }
  func renew(_ lease: Lease, for time: Duration) async throws -> Bool { try await wait() }
  func save(_ entry: Entry, under lease: Lease) async throws -> Bool { try await wait() }
  func release(_ lease: Lease) async throws { try await wait() }
  func prune(keeping count: Int) async throws -> Int? { try await wait() }
}

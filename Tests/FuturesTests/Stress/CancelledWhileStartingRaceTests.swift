import Futures
import FuturesTesting
import Synchronization
import Testing
import TestSupport

/// A token is cancelled while a future with it is created.
///
/// The flag of a token is set before its observers are called. Code that sees the flag and starts
/// nothing must settle its future itself, because nothing else may keep that future alive until the
/// token reaches it.
@Suite struct CancelledWhileStartingRaceTests {
  typealias Node = Future<Int, any Error>

  /// Something that takes a token and starts work that nobody keeps.
  struct Start: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let start: @Sendable (CancellationToken) -> Node

    init(_ name: String, _ start: @escaping @Sendable (CancellationToken) -> Node) {
      testDescription = name
      self.start = start
    }
  }

  /// There is one statement for each, because the compiler checks one list much more slowly.
  static let starts: [Start] = {
    var starts: [Start] = []
    func add(_ name: String, _ start: @escaping @Sendable (CancellationToken) -> Node) {
      starts.append(Start(name, start))
    }
    add("withCancellationScope") { token in
      withCancellationScope(linkedTo: token) { Node(value: 1) }
    }
    add("retry") { token in Node.retry(cancellation: token) { Node(value: 1) } }
    add("repeatWhile") { token in
      let rounds = Counter()
      return Future<Void, any Error>.repeatWhile(
        on: .inline,
        cancellation: token,
        { rounds.add() < 2 },
        { Future() }
      ).map { 1 }
    }
    add("traverse") { token in
      [1, 2].traverse(on: .inline, cancellation: token) { Node(value: $0) }.map { $0[0] }
    }
    add("first(where:)") { token in
      [Node(value: 1)].firstValue(on: .inline, cancellation: token) { _ in true }
    }
    add("fold") { token in
      [Node(value: 1)].fold(0, on: .inline, cancellation: token) { $0 + $1 }
    }
    add("a promise") { token in Node.withPromise(cancellation: token) { $0.succeed(1) } }
    add("a promise that is dropped") { token in Node.withPromise(cancellation: token) { _ in } }
    add("run") { token in Node(on: .inline, cancellation: token, run: { 1 }) }
    add("map") { token in Node(value: 1).on(.inline).map(cancellation: token) { $0 } }
    add("flatMap") { token in
      Node(value: 1).on(.inline).flatMap(cancellation: token) { Node(value: $0) }
    }
    add("a scope in a scope") { token in
      withCancellationScope(linkedTo: token) { withCancellationScope { Node(value: 1) } }
    }
    add("Latest") { token in
      let latest = Latest<Int, any Error>()
      return withCancellationScope(linkedTo: token) {
        latest.start(on: .inline) { Node(value: 1) }
      }
    }
    return starts
  }()

  @Test(arguments: starts)
  func whatAFlatMapStartsSettles(_ start: Start) async {
    await expectEnds { token in
      Node(value: 1).on(.inline).flatMap { _ in start.start(token) }
    }
  }

  @Test(arguments: starts)
  func whatIsDerivedFromItSettles(_ start: Start) async {
    await expectEnds { token in start.start(token).on(.inline).map { $0 + 1 } }
  }

  @Test func aDelayThatNeverEndsIsCancelled() {
    let source = CancellationSource()
    let woken = Future<Void, any Error>.after(.seconds(Int64.max), cancellation: source.token)
      .on(.inline).map { 1 }
    #expect(!woken.isSettled)
    source.cancel()
    #expect(woken.currentError is CancellationError)
  }

  private func expectEnds(_ make: @escaping @Sendable (CancellationToken) -> Node) async {
    let rounds = max(1, StressSize.rounds / 8)
    let ends = Log<Node>()
    let sources = Rounds(rounds) { CancellationSource() }
    let built = Atomic<Int>(0)
    // The first observer delays the others until the future exists, or for about as long as that
    // would take.
    for round in 0..<rounds {
      sources[round].token.onCancel {
        var spins = 0
        while built.load(ordering: .acquiring) <= round, spins < 2_000 { spins += 1 }
      }
    }
    await race(rounds: rounds) { round in
      sources[round].cancel()
    } _: { round in
      var spins = 0
      while spins < round % 97 * 4 { spins += 1 }
      ends.add(make(sources[round].token).ignoringFailure())
      built.store(round + 1, ordering: .releasing)
    }
    let lost = ends.all.count { !$0.isSettled }
    #expect(lost == 0, "\(lost) of \(rounds) never settle")
  }
}

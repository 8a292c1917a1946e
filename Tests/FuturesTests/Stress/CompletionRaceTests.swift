import Futures
import FuturesTesting
import Testing
import TestSupport

/// Two threads use one future: no callback is lost, and none is called twice.
@Suite(.serialized) struct CompletionRaceTests {
  private let rounds = StressSize.rounds

  @Test func completionAgainstRegistration() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let calls = Counter()
    await race(rounds: rounds) { round in
      promises[round].succeed(round)
    } _: { round in
      promises[round].future.onComplete { result in
        if (try? result.get()) == round { calls.add() }
      }
    }
    #expect(calls.value == rounds)
  }

  @Test func completionAgainstManyRegistrations() async {
    let promises = Rounds(rounds / 10) { Promise<Int, any Error>() }
    let calls = Rounds(rounds / 10) { Log<Int>() }
    await race(rounds: rounds / 10) { round in
      for observer in 0..<5 {
        promises[round].future.onComplete { _ in calls[round].add(observer) }
      }
      promises[round].succeed(round)
    } _: { round in
      for observer in 5..<15 {
        promises[round].future.onComplete { _ in calls[round].add(observer) }
      }
    }
    for round in 0..<(rounds / 10) { #expect(calls[round].all.sorted() == Array(0..<15)) }
  }

  @Test func completionAgainstAChainThatIsBeingBuilt() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let calls = Counter()
    await race(rounds: rounds) { round in
      promises[round].succeed(round)
    } _: { round in
      promises[round].future
        .map { $0 + 1 }
        .flatMap { Future(value: $0 + 1) }
        .onSuccess { value in if value == round + 2 { calls.add() } }
    }
    #expect(calls.value == rounds)
  }

  @Test func completionAgainstCompletion() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let wins = Counter()
    let calls = Counter()
    await race(rounds: rounds) { round in
      promises[round].future.onComplete { _ in calls.add() }
      if promises[round].succeed(1) { wins.add() }
    } _: { round in
      if promises[round].succeed(2) { wins.add() }
    }
    #expect(wins.value == rounds)
    #expect(calls.value == rounds)
  }

  @Test func aLoserFindsTheOutcomeOfTheWinner() async {
    let promises = Rounds(rounds) { Promise<String, any Error>() }
    let blind = Counter()
    let complete: @Sendable (Int) -> Void = { round in
      if !promises[round].succeed("a value that is longer than three words") {
        if promises[round].future.currentValue == nil { blind.add() }
      }
    }
    await race(rounds: rounds, complete, complete)
    #expect(blind.value == 0)
  }

  @Test func completionAgainstCancellation() async {
    let promises = Rounds(rounds) { Promise<String, any Error>() }
    let wins = Counter()
    let calls = Counter()
    await race(rounds: rounds) { round in
      promises[round].future.onComplete { _ in calls.add() }
      if promises[round].succeed("done") { wins.add() }
    } _: { round in
      if promises[round].future.cancel() { wins.add() }
    }
    #expect(wins.value == rounds)
    #expect(calls.value == rounds)
  }

  @Test func completionAgainstReads() async {
    let promises = Rounds(rounds) { Promise<String, any Error>() }
    let wrong = Counter()
    await race(rounds: rounds) { round in
      promises[round].succeed("outcome of a round")
    } _: { round in
      for _ in 0..<3 {
        switch promises[round].future.currentResult {
        case .none, .success("outcome of a round"): break
        default: wrong.add()
        }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test func completionAgainstCancellationOfAToken() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let sources = Rounds(rounds) { CancellationSource() }
    let settled = Counter()
    let ran = Counter()
    let values = Counter()
    for round in 0..<rounds {
      promises[round].future
        .map(cancellation: sources[round].token) { value in
          ran.add()
          return value
        }
        .onComplete { result in
          settled.add()
          if case .success = result { values.add() }
        }
    }
    await race(rounds: rounds) { round in
      promises[round].succeed(round)
    } _: { round in
      sources[round].cancel()
    }
    #expect(settled.value == rounds)
    #expect(values.value <= ran.value)
  }

  @Test func completionAgainstInvalidation() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let tokens = Rounds(rounds) { InvalidationToken() }
    let calls = Rounds(rounds) { Counter() }
    for round in 0..<rounds {
      promises[round].future.on(tokens[round].validContext).onComplete { _ in
        calls[round].add()
      }
    }
    await race(rounds: rounds) { round in
      promises[round].succeed(round)
    } _: { round in
      tokens[round].invalidate()
    }
    #expect((0..<rounds).allSatisfy { calls[$0].value <= 1 })
  }

  @Test func completionAgainstRemovalOfManyObservers() async {
    let promises = Rounds(rounds / 10) { Promise<Int, any Error>() }
    let sources = Rounds(rounds / 10) { (0..<20).map { _ in CancellationSource() } }
    let stayed = Counter()
    let others = Counter()
    for round in 0..<(rounds / 10) {
      for source in sources[round] {
        promises[round].future.onComplete(cancellation: source.token) { _ in others.add() }
      }
      promises[round].future.onComplete { _ in stayed.add() }
    }
    await race(rounds: rounds / 10) { round in
      promises[round].succeed(round)
    } _: { round in
      for source in sources[round] { source.cancel() }
    }
    #expect(stayed.value == rounds / 10)
    #expect(others.value <= 20 * (rounds / 10))
  }

  @Test func completionOfAnInnerFutureAgainstItsAdoption() async {
    let outer = Rounds(rounds) { Promise<Int, any Error>() }
    let inner = Rounds(rounds) { Promise<Int, any Error>() }
    let calls = Counter()
    for round in 0..<rounds {
      let shared = inner[round].future
      outer[round].future.flatMap { _ in shared }
        .onSuccess { value in if value == round { calls.add() } }
    }
    await race(rounds: rounds) { round in
      outer[round].succeed(0)
    } _: { round in
      inner[round].succeed(round)
    }
    #expect(calls.value == rounds)
  }

  @Test func adoptionAgainstATimerThatStopsWaiting() async {
    let outer = Rounds(rounds) { Promise<Int, any Error>() }
    let inner = Rounds(rounds) { Promise<Int, any Error>() }
    let sources = Rounds(rounds) { CancellationSource() }
    let calls = Counter()
    for round in 0..<rounds {
      let shared = inner[round].future
      let adopted = outer[round].future.flatMap { _ in shared }
      adopted.onComplete(cancellation: sources[round].token) { _ in }
      adopted.onSuccess { value in if value == round { calls.add() } }
    }
    await race(rounds: rounds) { round in
      outer[round].succeed(0)
      inner[round].succeed(round)
    } _: { round in
      sources[round].cancel()
    }
    #expect(calls.value == rounds)
  }

  @Test func theLastPromiseGoesWhileSomebodyRegisters() async {
    // The recorder keeps a line for each broken promise off standard error.
    let recorder = DiagnosticsRecorder { $0.kind == .brokenPromise && $0.began() }
    recorder.start()
    defer { recorder.stop() }
    let promises = Rounds(rounds) { Handover<Promise<Int, any Error>>(Promise()) }
    let futures = Rounds(rounds) { Future<Int, any Error>.never }
    for round in 0..<rounds { futures[round] = promises[round].value!.future }
    let broken = Counter()
    await race(rounds: rounds) { round in
      promises[round].clear()
    } _: { round in
      futures[round].onFailure { error in if error is BrokenPromise { broken.add() } }
    }
    #expect(broken.value == rounds)
  }

  @Test func collectorsWhoseInputsSettleOnTwoThreads() async {
    let left = Rounds(rounds) { Promise<Int, any Error>() }
    let right = Rounds(rounds) { Promise<Int, any Error>() }
    let calls = Counter()
    for round in 0..<rounds {
      let (a, b) = (left[round].future, right[round].future)
      zip(
        [a, b].all(),
        [b, a].all(.failInOrder),
        [a, b].firstCompleted(),
        zip(a, b).map { $0 + $1 }
      )
      .onSuccess { all, sequence, first, sum in
        if all == [1, 2], sequence == [2, 1], first == 1 || first == 2, sum == 3 {
          calls.add()
        }
      }
    }
    await race(rounds: rounds) { round in
      left[round].succeed(1)
    } _: { round in
      right[round].succeed(2)
    }
    #expect(calls.value == rounds)
  }
}

/// One object per round, created before the race and released after it.
final class Rounds<Element: Sendable>: Sendable {
  private let elements: Locked<[Element]>

  init(_ count: Int, _ make: () -> Element) {
    elements = Locked((0..<count).map { _ in make() })
  }

  subscript(_ round: Int) -> Element {
    get { elements.withLock { $0[round] } }
    set { elements.withLock { $0[round] = newValue } }
  }
}

/// A place for a value that can be released.
final class Handover<Value: Sendable>: Sendable {
  private let content: Locked<Value?>

  init(_ value: Value) { content = Locked(value) }

  var value: Value? { content.withLock { $0 } }

  func clear() {
    let old = content.withLock { content in
      defer { content = nil }
      return content
    }
    withExtendedLifetime(old) {}
  }
}

import BoltsCompat
import Testing
import TestSupport

/// A token that is cancelled while a continuation starts: the closure ran, or the new task is
/// cancelled.
@Suite(.serialized) struct TokenRaceTests {
  private let rounds = StressSize.rounds / 10

  private struct Case: Sendable {
    let task = BFTaskCompletionSource<Int>()
    let inner = BFTaskCompletionSource<Int>()
    let token = BFCancellationTokenSource()
    let ran = Counter()
  }

  @Test func cancellingAgainstCompleting() async {
    let cases = (0..<rounds).map { _ in Case() }
    let tasks = cases.map { one in
      one.task.task.continueWith(cancellationToken: one.token.token) { _ in one.ran.add() }
    }
    await race(rounds: rounds) { round in
      cases[round].task.set(result: 1)
    } _: { round in
      cases[round].token.cancel()
    }
    let mistakes = zip(cases, tasks).filter { one, task in
      one.ran.value == 1 ? task.result != 1 : task.ending != .cancelled
    }
    #expect(mistakes.isEmpty)
  }

  @Test func cancellingAgainstTheEndOfTheInnerTask() async {
    let cases = (0..<rounds).map { _ in Case() }
    let tasks = cases.map { one in
      BFTask(1).continueOnSuccessWithTask(cancellationToken: one.token.token) { _ in
        one.inner.task
      }
    }
    await race(rounds: rounds) { round in
      cases[round].inner.set(result: 5)
    } _: { round in
      cases[round].token.cancel()
    }
    let endings = tasks.map(\.ending)
    #expect(endings.allSatisfy { $0 == .result("5") || $0 == .cancelled })
  }

  @Test func cancellingAgainstRegisteringAContinuation() async {
    let cases = (0..<rounds).map { _ in Case() }
    let endings = Log<Ending>()
    await race(rounds: rounds) { round in
      let one = cases[round]
      let task = BFTask(1).continueOnSuccessWith(cancellationToken: one.token.token) { _ in
        one.ran.add()
      }
      if (one.ran.value == 1) != (task.ending == .result("1")) { endings.add(task.ending) }
    } _: { round in
      cases[round].token.cancel()
    }
    #expect(endings.all == [])
  }

  @Test func cancellingAgainstRegisteringAnObserver() async {
    let cases = (0..<rounds).map { _ in Case() }
    await race(rounds: rounds) { round in
      let one = cases[round]
      one.token.token.registerCancellationObserver { one.ran.add() }
    } _: { round in
      cases[round].token.cancel()
    }
    #expect(cases.allSatisfy { $0.ran.value == 1 })
  }

  @Test func cancellingAgainstDisposing() async {
    let cases = (0..<rounds).map { _ in Case() }
    let registrations = cases.map { one in
      one.token.token.registerCancellationObserver { one.ran.add() }
    }
    await race(rounds: rounds) { round in
      registrations[round].dispose()
      cases[round].token.dispose()
    } _: { round in
      cases[round].token.cancel()
    }
    #expect(cases.allSatisfy { $0.ran.value <= 1 })
  }
}

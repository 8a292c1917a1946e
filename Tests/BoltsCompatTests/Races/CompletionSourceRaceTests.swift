import BoltsCompat
import Futures
import FuturesTesting
import Testing
import TestSupport

/// Two threads at one source or task: one completion wins, and every continuation runs once.
@Suite(.serialized) struct CompletionSourceRaceTests {
  private let rounds = StressSize.rounds / 10

  @Test func onlyOneOfTwoCompletionsWins() async {
    let sources = (0..<rounds).map { _ in BFTaskCompletionSource<Int>() }
    let wins = Counter()
    let runs = Counter()
    for source in sources { source.task.continueWith { _ in runs.add() } }
    await race(rounds: rounds) { round in
      if sources[round].trySet(result: 1) { wins.add() }
    } _: { round in
      if round.isMultiple(of: 2) ? sources[round].tryCancel() : sources[round].trySet(result: 2) {
        wins.add()
      }
    }
    #expect(wins.value == rounds)
    #expect(runs.value == rounds)
  }

  @Test func aLoserFindsTheTaskCompleted() async {
    let sources = (0..<rounds).map { _ in BFTaskCompletionSource<Int>() }
    let mistakes = Counter()
    for source in sources { source.task.continueWith { _ in } }
    await race(rounds: rounds) { round in
      if !sources[round].trySet(result: 1), !sources[round].task.completed { mistakes.add() }
    } _: { round in
      if !sources[round].trySet(error: TestError.first), !sources[round].task.completed {
        mistakes.add()
      }
    }
    #expect(mistakes.value == 0)
  }

  @Test func completionAgainstRegistration() async {
    let sources = (0..<rounds).map { _ in BFTaskCompletionSource<Int>() }
    let runs = Counter()
    await race(rounds: rounds) { round in
      sources[round].set(result: round)
    } _: { round in
      sources[round].task
        .continueOnSuccessWithTask { BFTask($0 + 1) }
        .continueWith { task in if task.result == round + 1 { runs.add() } }
    }
    #expect(runs.value == rounds)
  }

  @Test func completionAgainstDroppingTheSource() async {
    let runs = Counter()
    let boxes = (0..<rounds).map { _ in Box<BFTaskCompletionSource<Int>?>(.init()) }
    for box in boxes { box.value?.task.continueWith { _ in runs.add() } }
    // A source that is dropped while somebody waits is a mistake, and reported.
    let recorder = DiagnosticsRecorder { $0.kind == .brokenPromise && $0.began() }
    await recorder.record {
      await race(rounds: rounds) { round in
        boxes[round].value?.trySet(result: 1)
      } _: { round in
        boxes[round].value = nil
      }
    }
    #expect(runs.value == rounds)
  }

  @Test func combinationsHearOfEveryTaskOnce() async {
    let count = rounds / 10
    let pairs = (0..<count).map { _ in
      [BFTaskCompletionSource<Int>(), BFTaskCompletionSource<Int>()]
    }
    let all = Counter()
    let any = Counter()
    for pair in pairs {
      let tasks = pair.map(\.task)
      BFTask.whenAllResult(tasks).continueOnSuccessWith { if $0 == [0, 1] { all.add() } }
      BFTask.whenAnyTask(tasks).continueOnSuccessWith { if $0?.completed == true { any.add() } }
    }
    await race(rounds: count) {
      pairs[$0][0].set(result: 0)
    } _: {
      pairs[$0][1].set(result: 1)
    }
    #expect(all.value == count)
    #expect(any.value == count)
  }
}

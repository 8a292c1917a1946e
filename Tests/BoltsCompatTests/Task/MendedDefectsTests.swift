import BoltsCompat
import Dispatch
import Futures
import FuturesTesting
import Testing
import TestSupport

/// What deadlocked, overflowed, leaked or hung in one of the predecessors and must not here.
///
/// Delays that cancel late, tokens that call nobody, run loops, and sources used after their end
/// have their tests with delays and tokens; precedence and order of errors have theirs with
/// `whenAll`.
@Suite(.timeLimit(.minutes(10))) struct MendedDefectsTests {
  @Test func otherThreadsMayUseATaskWhileItsContinuationRuns() {
    let source = BFTaskCompletionSource<Int>()
    let task = source.task
    let log = Log<Int>()
    task.continueWith { _ in
      let other = ThreadBox {
        if let result = task.result { log.add(result) }
        task.continueWith { if let result = $0.result { log.add(result + 1) } }
      }
      other.start()
      other.join()
    }
    source.set(result: 1)
    #expect(log.all == [1, 2])
  }

  @Test func tasksThatEndAtTheSameTimeMayReadEachOther() {
    let sources = [BFTaskCompletionSource<Int>(), BFTaskCompletionSource<Int>()]
    let meeting = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let log = Log<Int>()
    for (mine, other) in [(0, 1), (1, 0)] {
      sources[mine].task.continueWith { _ in
        // Both continuations run now, each on the thread that ended its task.
        meeting[mine].signal()
        meeting[other].wait()
        sources[other].task.continueWith { if let result = $0.result { log.add(result) } }
      }
    }
    let thread = ThreadBox { sources[0].set(result: 0) }
    thread.start()
    sources[1].set(result: 1)
    thread.join()
    #expect(log.all.sorted() == [0, 1])
  }

  @Test(arguments: [false, true])
  func deepContinuationsStayOnTheirThread(_ isImmediate: Bool) {
    let executor: BFExecutor = isImmediate ? .immediate : .default
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "the only one")
    queue.setSpecific(key: key, value: true)
    let elsewhere = Counter()
    let deepest = Counter()
    @Sendable func nest(_ depth: Int) {
      if DispatchQueue.getSpecific(key: key) != true { elsewhere.add() }
      deepest.add()
      if depth > 0 { BFTask(depth).continueWith(executor) { _ in nest(depth - 1) } }
    }
    queue.sync { nest(1_000) }
    #expect(deepest.value == 1_001)
    #expect(elsewhere.value == 0)
  }

  @Test func deepRecursionOnTheImmediateExecutorDoesNotOverflowTheStack() {
    onSmallStack {
      let runs = Counter()
      @Sendable func nest(_ depth: Int) {
        runs.add()
        if depth > 0 { BFTask(depth).continueWith(.immediate) { _ in nest(depth - 1) } }
      }
      nest(100_000)
      #expect(runs.value == 100_001)
    }
  }

  @Test(arguments: Outcome.allCases)
  func aLongChainEndsOnASmallStack(_ outcome: Outcome) {
    onSmallStack {
      let source = BFTaskCompletionSource<Int>()
      var task = source.task
      for _ in 0..<100_000 { task = task.continueWithTask { $0 } }
      outcome.complete(source)
      #expect(task.ending == outcome.ending)
    }
  }

  @Test func aRecursionThroughTasksTakesConstantStack() {
    onSmallStack {
      @Sendable func count(_ number: Int) -> BFTask<Int> {
        if number == 100_000 { return BFTask(number) }
        return BFTask(number + 1).continueOnSuccessWithTask { count($0) }
      }
      #expect(count(0).result == 100_000)
    }
  }

  @Test func aTaskThatIsToldToWaitForItselfFails() {
    let own = Box<BFTask<Int>?>(nil)
    let source = BFTaskCompletionSource<Int>()
    let task = source.task.continueOnSuccessWithTask { _ in own.value ?? BFTask(0) }
    own.value = task
    let recorder = DiagnosticsRecorder { $0.kind == .selfResolution }
    recorder.record { source.set(result: 1) }
    #expect(task.error is BrokenPromise)
    #expect(recorder.diagnostics.count >= 1)
    own.value = nil
  }

  @Test func aTaskThatNeverEndsDoesNotKeepItsContinuations() {
    let references: [WeakReference]
    do {
      let tracked = (0..<6).map { _ in Tracked() }
      references = tracked.map { WeakReference($0) }
      let task = BFTask(future: Future<Int, any Error>.never)
      task.continueWith { [a = tracked[0]] _ in a.touch() }
      task.continueWithTask { [a = tracked[1]] _ -> BFTask<Int> in
        a.touch()
        return BFTask(1)
      }
      task.continueOnSuccessWith { [a = tracked[2]] _ in a.touch() }
      task.continueOnErrorWith { [a = tracked[3]] _ in
        a.touch()
        return 1
      }
      let token = BFCancellationTokenSource().token
      task.continueWith(cancellationToken: token) { [a = tracked[4]] _ in a.touch() }
      task.continueWhile(predicate: { true }) { [a = tracked[5]] _ in
        a.touch()
        return BFTask<Void>()
      }
    }
    #expect(references.map(\.isGone) == Array(repeating: true, count: 6))
  }

  @Test func setCompletesInReleaseBuildsToo() {
    // The completion must not hide in an assertion, which release builds leave out.
    let source = BFTaskCompletionSource<Int>()
    source.set(result: 1)
    #expect(source.task.result == 1)
  }

  @Test func aWaitRunsWhatItsOwnThreadHasPutOff() {
    // Below the depth limit continuations are put off; a wait for one of them must not block it.
    let waited = Box<Bool?>(nil)
    @Sendable func nest(_ depth: Int) {
      if depth > 0 {
        BFTask(depth).continueWith { _ in nest(depth - 1) }
      } else {
        let late = BFTask(1).continueWith { _ in 2 }
        waited.value = late.waitUntilCompleted(timeout: .seconds(50))
      }
    }
    nest(40)
    #expect(waited.value == true)
  }
}

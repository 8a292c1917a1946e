import BoltsCompat
import Dispatch
import Foundation
import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ExecutorTests {
  @Test func defaultAndImmediateRunInTheCall() {
    for executor in [BFExecutor.default, .immediate] {
      let log = Log<String>()
      executor.execute { log.add("job") }
      log.add("after")
      #expect(log.all == ["job", "after"])
    }
  }

  #if os(Linux) || os(macOS)
  @Test func aFunctionMayCallItselfThroughTheDefaultExecutorWithoutEnd() async {
    await #expect(processExitsWith: .success) {
      let calls = Counter()
      @Sendable func count(_ left: Int) {
        calls.add()
        if left > 0 { BFExecutor.default.execute { count(left - 1) } }
      }
      onSmallStack { count(100_000) }
      #expect(calls.value == 100_001)
    }
  }
  #endif

  @Test func theImmediateExecutorRunsItsClosureInTheCallHoweverDeep() {
    let executor = BFExecutor.immediate
    @Sendable func nest(_ level: Int) -> Int {
      let inner = Box(0)
      if level < 50 { executor.execute { inner.value = nest(level + 1) } }
      return inner.value + 1
    }
    #expect(nest(0) == 51)
  }

  @Test func aQueueRunsTheContinuation() async throws {
    let key = DispatchSpecificKey<Int>()
    let queue = DispatchQueue(label: "mine")
    queue.setSpecific(key: key, value: 7)
    let task = BFTask(1).continueWith(.queue(queue)) { _ in DispatchQueue.getSpecific(key: key) }
    #expect(try await task.get() == 7)
  }

  @Test func anOperationQueueRunsTheContinuation() async throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    let task = BFTask(1).continueWith(.operationQueue(queue)) { _ in OperationQueue.current }
    #expect(queue.operationCount == 1)
    #expect(!task.completed)
    queue.isSuspended = false
    #expect(try await task.get() === queue)
  }

  @Test func aClosureRunsTheContinuation() {
    let log = Log<String>()
    let executor = BFExecutor.closure { job in
      log.add("before")
      job()
      log.add("after")
    }
    BFTask(1).continueWith(executor) { _ in log.add("continuation") }
    executor.execute { log.add("job") }
    #expect(log.all == ["before", "continuation", "after", "before", "job", "after"])
  }

  @Test func anEscapingClosureMayRunTheContinuationLater() {
    let manual = ManualContext()
    let executor = BFExecutor.escapingClosure { job in manual.context(job) }
    let task = BFTask(1).continueWith(executor) { _ in 2 }
    #expect(!task.completed)
    manual.runAll()
    #expect(task.result == 2)
  }

  @Test func aContextOfFuturesIsAnExecutor() {
    let manual = ManualContext("mine")
    let executor = BFExecutor(manual.context)
    let task = BFTask(1).continueOnSuccessWith(executor) { $0 + 1 }
    manual.runAll()
    #expect(task.result == 2)
    #expect("\(executor)".contains("mine"))
  }

  @Test func anExecutorThatDropsItsClosureCancelsTheTask() {
    let recorder = DiagnosticsRecorder { $0.kind == .droppedJob }
    recorder.record {
      #expect(BFTask(1).continueWith(.closure { _ in }) { _ in 2 }.ending == .cancelled)
      let escaping = BFExecutor.escapingClosure { _ in }
      #expect(BFTask(1).continueWithTask(escaping) { _ in BFTask(2) }.ending == .cancelled)
    }
    #expect(recorder.diagnostics.count >= 2)
  }

  @Test func anExecutorThatRunsItsClosureTwiceIsIgnoredTheSecondTime() {
    let runs = Counter()
    let twice = BFExecutor.closure { job in
      job()
      job()
    }
    #expect(BFTask(1).continueWith(twice) { _ in runs.add() }.result == 1)
    #expect(runs.value == 1)
  }

  @Test func descriptionsNameTheKind() {
    let queue = DispatchQueue(label: "label of mine")
    let operations = OperationQueue()
    operations.name = "name of mine"
    let executors: [BFExecutor] = [
      .default, .immediate, .mainThread, .queue(queue), .operationQueue(operations),
      .closure { $0() }, .escapingClosure { $0() },
    ]
    #expect(
      executors.map(\.description) == [
        "Default Executor", "Immediate Executor", "MainThread Executor",
        "Executor with dispatch_queue", "Executor with NSOperationQueue",
        "Executor with custom closure", "Executor with custom escaping closure",
      ]
    )
    for executor in executors {
      #expect(executor.debugDescription.hasPrefix(executor.description))
    }
  }

  @Test func debugDescriptionsAddTheQueueOrTheClosure() {
    let queue = DispatchQueue(label: "label of mine")
    #expect(BFExecutor.queue(queue).debugDescription.hasSuffix(": \(queue)"))
    let operations = OperationQueue()
    #expect(BFExecutor.operationQueue(operations).debugDescription.hasSuffix(": \(operations)"))
    let body: @Sendable (() -> Void) -> Void = { $0() }
    #expect(BFExecutor.closure(body).debugDescription.hasSuffix(": \(String(describing: body))"))
  }
}

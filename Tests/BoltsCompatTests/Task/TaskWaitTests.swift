import BoltsCompat
import Dispatch
import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct TaskWaitTests {
  @Test(arguments: Outcome.allCases)
  func returnsAtOnceIfTheTaskHasEnded(_ outcome: Outcome) {
    let task = outcome.task
    task.waitUntilCompleted()
    #expect(task.waitUntilCompleted(timeout: .zero))
    #expect(task.ending == outcome.ending)
  }

  @Test(arguments: Outcome.allCases)
  func blocksUntilAnotherThreadEndsTheTask(_ outcome: Outcome) {
    let source = BFTaskCompletionSource<Int>()
    DispatchQueue.global().async { outcome.complete(source) }
    source.task.waitUntilCompleted()
    #expect(source.task.ending == outcome.ending)
  }

  @Test func theTimedFormTellsWhetherTheTaskHasEnded() {
    let source = BFTaskCompletionSource<Int>()
    #expect(!source.task.waitUntilCompleted(timeout: .milliseconds(1)))
    #expect(!source.task.waitUntilCompleted(timeout: .seconds(-1)))
    DispatchQueue.global().async { source.set(result: 1) }
    #expect(source.task.waitUntilCompleted(timeout: .seconds(50)))
    #expect(source.task.result == 1)
  }

  @Test func returnsAlsoWhileAContinuationIsStillRunning() {
    let source = BFTaskCompletionSource<Int>()
    let running = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    source.task.continueWith { _ in
      running.signal()
      mayEnd.wait()
    }
    let thread = ThreadBox { source.set(result: 1) }
    thread.start()
    running.wait()
    source.task.waitUntilCompleted()
    #expect(source.task.result == 1)
    mayEnd.signal()
    thread.join()
  }

  @Test func manyThreadsMayWaitForOneTask() {
    let source = BFTaskCompletionSource<Int>()
    let results = Log<Int>()
    let threads = (0..<8).map { _ in
      ThreadBox {
        source.task.waitUntilCompleted()
        if let result = source.task.result { results.add(result) }
      }
    }
    for thread in threads { thread.start() }
    source.set(result: 7)
    for thread in threads { thread.join() }
    #expect(results.all == Array(repeating: 7, count: 8))
  }

  @MainActor
  @Test func waitingOnTheMainQueueIsReported() async {
    let recorder = DiagnosticsRecorder { $0.kind == .blockingWaitOnMain && $0.began() }
    recorder.record {
      let source = BFTaskCompletionSource<Int>()
      DispatchQueue.global().async { source.set(result: 1) }
      waitHere(for: source.task)
    }
    // The task may have ended before the wait began; then there was nothing to report.
    #expect(recorder.diagnostics.count <= 1)
    recorder.removeAll()
    recorder.record {
      let source = BFTaskCompletionSource<Int>()
      waitHere(for: source.task, timeout: .milliseconds(1))
      source.set(result: 1)
    }
    #if DEBUG
    #expect(recorder.diagnostics.count == 1)
    #endif
  }
}

/// Waits in code that is not asynchronous, as only that may block.
private func waitHere(for task: BFTask<Int>, timeout: Duration? = nil) {
  if let timeout {
    task.waitUntilCompleted(timeout: timeout)
  } else {
    task.waitUntilCompleted()
  }
}

import Dispatch
import Futures
import Testing
import TestSupport

/// An executor that runs its jobs on one queue.
private final class QueueExecutor: TaskExecutor {
  let queue: DispatchQueue
  let key = DispatchSpecificKey<Bool>()

  init() {
    queue = DispatchQueue(label: "executor")
    queue.setSpecific(key: key, value: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

@Suite(.timeLimit(.minutes(10))) struct TaskExecutorContextTests {
  @Test func theExecutorRunsTheClosure() async {
    let executor = QueueExecutor()
    let wasThere = await Future<Int, Never>(value: 1)
      .on(.taskExecutor(executor)).map { _ in DispatchQueue.getSpecific(key: executor.key) == true
      }
      .value
    #expect(wasThere)
  }

  @Test func theClosureDoesNotRunInTheCall() async {
    let log = Log<String>()
    let executor = QueueExecutor()
    let gate = DispatchSemaphore(value: 0)
    executor.queue.async { gate.wait() }
    let future = Future<Int, Never>(value: 1)
      .on(.taskExecutor(executor)).map { _ in log.add("job") }
    log.add("after")
    gate.signal()
    await future.value
    #expect(log.all == ["after", "job"])
  }

  @Test func theGlobalExecutorIsFine() async {
    let value = await Future<Int, Never>(value: 1)
      .on(.taskExecutor(globalConcurrentExecutor)).map { $0 + 1 }
      .value
    #expect(value == 2)
  }

  @Test func hasAName() {
    #expect(
      "\(ExecutionContext.taskExecutor(QueueExecutor()))" == "ExecutionContext(taskExecutor)"
    )
  }
}

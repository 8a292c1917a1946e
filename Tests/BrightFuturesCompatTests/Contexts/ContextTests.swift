import BrightFuturesCompat
import Dispatch
import Foundation
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ContextTests {
  @Test func immediateRunsInTheCall() {
    let log = Log<String>()
    immediateExecutionContext { log.add("task") }
    log.add("after")
    #expect(log.all == ["task", "after"])
  }

  @MainActor
  @Test func immediateOnMainRunsInTheCallOnMain() {
    let log = Log<String>()
    immediateOnMainExecutionContext { log.add("task") }
    log.add("after")
    #expect(log.all == ["task", "after"])
  }

  @Test func immediateOnMainHopsFromElsewhere() async {
    let isMain = Promise<Bool, Never>()
    DispatchQueue.global().async {
      immediateOnMainExecutionContext { isMain.success(MainActor.assumeIsolated { true }) }
    }
    #expect(await isMain.future.get())
  }

  @Test func maxStackDepthRunsInTheCallWhileShallow() {
    let log = Log<String>()
    maxStackDepthExecutionContext { log.add("task") }
    log.add("after")
    #expect(log.all == ["task", "after"])
  }

  @Test func maxStackDepthDefersDeepTasksOnTheSameThread() {
    let deepest = Counter()
    let depth = Counter()
    let threads = Box<Set<ObjectIdentifier>>([])
    @Sendable func dive(_ left: Int) {
      if depth.add() > deepest.value { deepest.add() }
      threads.value.insert(ObjectIdentifier(Thread.current))
      if left > 0 { maxStackDepthExecutionContext { dive(left - 1) } }
      depth.add(-1)
    }
    onSmallStack { dive(100_000) }
    #expect(deepest.value <= 22)
    #expect(threads.value.count == 1)
  }

  @Test func aQueuesContextRunsOnThatQueue() async {
    let marked = MarkedQueue()
    let isCurrent = Promise<Bool, Never>()
    marked.queue.context { isCurrent.success(marked.isCurrent) }
    #expect(await isCurrent.future.get())
  }

  @Test func aQueuesContextAlwaysHops() async {
    let queue = DispatchQueue(label: "serial")
    let log = Log<String>()
    let done = Promise<Void, Never>()
    queue.async {
      queue.context {
        log.add("task")
        done.success(())
      }
      log.add("after")
    }
    await done.future.get()
    #expect(log.all == ["after", "task"])
  }

  @Test func anOperationQueuesContextRunsOperations() async {
    let queue = OperationQueue()
    let current = Promise<Bool, Never>()
    queue.context { current.success(OperationQueue.current != nil) }
    #expect(await current.future.get())
  }

  @Test func anOperationQueuesContextDropsTasksWhenTheQueueIsGone() {
    let log = Log<Int>()
    let tracked = Tracked()
    let reference = WeakReference(tracked)
    func submit(_ tracked: Tracked) {
      let context = OperationQueue().context
      context {
        tracked.touch()
        log.add(1)
      }
    }
    submit(tracked)
    _ = consume tracked
    #expect(reference.isGone)
    #expect(log.all == [])
  }

  @Test func aSemaphoresContextRunsInTheCallWhileTheSemaphoreIsTaken() {
    let semaphore = DispatchSemaphore(value: 1)
    let log = Log<DispatchTimeoutResult>()
    semaphore.context { log.add(semaphore.wait(timeout: .now())) }
    log.add(semaphore.wait(timeout: .now()))
    #expect(log.all == [.timedOut, .success])
    semaphore.signal()
  }

  @Test func contextsComposeByPlainCalls() {
    let log = Log<String>()
    let inner = CountingContext()
    let outer: ExecutionContext = { task in
      log.add("outer")
      inner.closure(task)
    }
    Future<Int, Never>(value: 1).onSuccess(outer) { _ in log.add("callback") }
    #expect(log.all == ["outer", "callback"])
    #expect(inner.submissions.value == 1)
  }

  @Test func aContextThatLooksLikeTheImmediateOneBehavesLikeIt() {
    let own: ExecutionContext = { task in task() }
    #expect(Future<Int, Never>(value: 1).map(own) { $0 + 1 }.value == 2)
  }
}

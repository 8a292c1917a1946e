import Futures
import FuturesTesting
import TestSupport
import Testing

/// The jobs of an actor run in order, and belong to no task of a caller.
@Suite(.timeLimit(.minutes(10))) struct ActorMailboxTests {
  private actor Worker {
    private(set) var rounds = 0
    private var isStopped = false

    func stop() { isStopped = true }

    /// Continues until it is stopped, or for a very long time.
    func work(_ isUnderWay: Promise<Void, Never>) -> Future<Void, Never> {
      Future(value: ()).flatMap { _ -> Future<Void, Never> in
        if self.isStopped || self.rounds == 1_000_000 { return Future(value: ()) }
        self.rounds += 1
        isUnderWay.succeed()
        return self.work(isUnderWay)
      }
    }

    func count(_ future: Future<Int, Never>, _ times: Int) -> Future<[Int], Never> {
      let log = Log<Int>()
      for number in 0..<times { future.onSuccess { _ in log.add(number) } }
      return future.map { _ in
        self.preconditionIsolated()
        return log.all
      }
    }
  }

  private let worker = Worker()
  private let log = Log<Int>()

  @Test func othersGetTheirTurnWhileJobsKeepComing() async {
    let isUnderWay = Promise<Void, Never>()
    let work = await worker.work(isUnderWay)
    await isUnderWay.future.value
    await worker.stop()
    await work.value
    #expect(await worker.rounds < 1_000_000)
  }

  @Test func jobsKeepTheirOrderAroundTheTurnsOfOthers() async {
    let promise = Promise<Int, Never>()
    let numbers = await worker.count(promise.future, 500)
    promise.succeed(1)
    #expect(await numbers.value == Array(0..<500))
  }

  @Test func aJobHasTheValuesAndThePriorityOfNoTask() async {
    let context = ExecutionContext.actor(worker)
    let found = Promise<(String, TaskPriority), Never>()
    await Task(priority: .background) {
      WebRequest.by("alice") { context { found.succeed((WebRequest.user, Task.currentPriority)) } }
    }
    .value
    let (user, priority) = await found.future.value
    #expect(user == "nobody")
    #expect(priority != .background)
  }

  // MARK: Under test

  @Test func jobsDoNotWaitForWorkThatATestHasCaptured() async throws {
    let context = ExecutionContext.actor(worker)
    let (one, other) = (ManualContext(), ManualContext())
    let source = Future<Int, any Error>(value: 1)
    let first = one.capture { source.on(context).map { $0 } }
    let second = other.capture { source.on(context).map { $0 + 1 } }
    let third = source.on(context).map { $0 + 2 }
    #expect(try await third.timeout(.seconds(600)).value == 3)
    #expect(!first.isSettled)
    other.runAll()
    #expect(second.currentValue == 2)
    #expect(!first.isSettled)
    one.runAll()
    #expect(first.currentValue == 1)
  }

  @Test func capturedJobsRunInOrderWhateverTaskComesFirst() {
    let context = ExecutionContext.actor(worker)
    let manual = ManualContext()
    manual.capture { for number in 1...3 { context { [log] in log.add(number) } } }
    while manual.run(at: manual.pendingCount - 1) {}
    #expect(log.all == [1, 2, 3])
  }

  @Test func whatACapturedJobStartsIsCaptured() {
    let context = ExecutionContext.actor(worker)
    let manual = ManualContext()
    let result = manual.capture {
      Future<Int, any Error>(value: 1).on(context).flatMap { value in
        Future<Int, any Error> { () async throws in value + 1 }
      }
    }
    manual.runAll()
    #expect(result.currentValue == 2)
  }
}

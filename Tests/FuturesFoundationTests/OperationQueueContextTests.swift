import Foundation
import Futures
import FuturesFoundation
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct OperationQueueContextTests {
  let queue = OperationQueue()

  @Test func runsJobsAsOperations() async throws {
    let context = ExecutionContext.operationQueue(queue)
    let ranThere = Future<Void, any Error>(value: ()).on(context).map { [queue] in
      OperationQueue.current === queue
    }
    #expect(try await ranThere.value)
  }

  @Test func keepsTheOrderOfASerialQueue() async throws {
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let context = ExecutionContext.operationQueue(queue)
    let log = Log<Int>()
    let steps = (1...20).map { number in
      Future<Int, any Error>(value: number).on(context).map { log.add($0) }
    }
    #expect(queue.operationCount == 20)
    queue.isSuspended = false
    _ = try await steps.all().value
    #expect(log.all == Array(1...20))
  }

  @Test func cancelledOperationsCancelWhoWaitsForThem() async {
    queue.isSuspended = true
    let context = ExecutionContext.operationQueue(queue)
    let log = Log<Int>()
    let mapped = Future<Int, any Error>(value: 1).on(context).map { number in
      log.add(number)
      return number
    }
    queue.cancelAllOperations()
    queue.isSuspended = false
    #expect(await mapped.result.failure is CancellationError)
    #expect(log.all.isEmpty)
  }

  @Test func cancellingOneOperationLeavesTheOthers() async throws {
    queue.isSuspended = true
    let context = ExecutionContext.operationQueue(queue)
    let first = Future<Int, any Error>(value: 1).on(context).map { $0 }
    let second = Future<Int, any Error>(value: 2).on(context).map { $0 }
    try #require(queue.operations.first).cancel()
    queue.isSuspended = false
    #expect(await first.result.failure is CancellationError)
    #expect(try await second.value == 2)
  }

  @Test func cancellingARunningOperationChangesNothing() async throws {
    let (isRunning, mayEnd) = (Promise<Void, any Error>(), Promise<Void, any Error>())
    let context = ExecutionContext.operationQueue(queue)
    let mapped = Future<Int, any Error>(value: 1).on(context).map { number in
      isRunning.succeed()
      _ = mayEnd.future.wait()
      return number + 1
    }
    try await isRunning.future.value
    queue.cancelAllOperations()
    mayEnd.succeed()
    #expect(try await mapped.value == 2)
  }

  @Test func keepsItsQueue() async throws {
    var temporary: OperationQueue? = OperationQueue()
    temporary?.name = "temporary"
    weak let watched = temporary
    let context = ExecutionContext.operationQueue(try #require(temporary))
    temporary = nil
    #expect(watched != nil)
    #expect("\(context)" == "ExecutionContext(temporary)")
    #expect(try await Future<Int, any Error>(value: 1).on(context).map { $0 + 1 }.value == 2)
  }
}

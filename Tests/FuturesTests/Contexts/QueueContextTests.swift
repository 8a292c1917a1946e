import Dispatch
import Futures
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct QueueContextTests {
  private let key = DispatchSpecificKey<String>()

  private func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: key, value: name)
    return queue
  }

  @Test func aQueueRunsTheClosure() async {
    let name = await Future<Int, Never>(value: 1)
      .on(.queue(queue("first"))).map { [key] _ in DispatchQueue.getSpecific(key: key) }
      .value
    #expect(name == "first")
  }

  @Test func eachStepRunsOnItsOwnQueue() async {
    let promise = Promise<[String], Never>()
    let end = promise.future
      .on(.queue(queue("first"))).map { [key] in $0 + [DispatchQueue.getSpecific(key: key)!] }
      .on(.queue(queue("second"))).map { [key] in $0 + [DispatchQueue.getSpecific(key: key)!] }
      .map { [key] in $0 + [DispatchQueue.getSpecific(key: key)!] }
    promise.succeed([])
    // The last step has no context and stays where the previous one ended.
    #expect(await end.value == ["first", "second", "second"])
  }

  @Test func aSerialQueueRunsObserversInRegistrationOrder() async {
    let promise = Promise<Int, Never>()
    let log = Log<Int>()
    let context = ExecutionContext.queue(queue("serial"))
    for index in 0..<200 { promise.future.on(context).onSuccess { _ in log.add(index) } }
    let last = promise.future.on(context).map { $0 }
    promise.succeed(1)
    _ = await last.value
    #expect(log.all == Array(0..<200))
  }

  @Test func globalLeavesTheCallersQueue() async {
    let key = key
    let names = await Future<[String?], Never>.withPromise { promise in
      queue("caller").async {
        let here = DispatchQueue.getSpecific(key: key)
        Future<Int, Never>(value: 1).on(.global(qos: .userInitiated)).onSuccess { _ in
          promise.succeed([here, DispatchQueue.getSpecific(key: key)])
        }
      }
    }.value
    #expect(names == ["caller", nil])
  }

  @Test func globalRunsSeveralClosuresAtOnceIfItCan() async {
    // The two jobs wait for each other, so they end only if neither prevents the other from
    // starting.
    let first = DispatchSemaphore(value: 0)
    let second = DispatchSemaphore(value: 0)
    let one = Future<Void, Never>(
      on: .global(),
      run: {
        first.signal()
        second.wait()
      }
    )
    let two = Future<Void, Never>(
      on: .global(),
      run: {
        second.signal()
        first.wait()
      }
    )
    _ = await [one, two].all().value
    #expect(one.isSettled && two.isSettled)
  }

  @Test func theContextKeepsTheQueue() async {
    let context: ExecutionContext
    do { context = .queue(DispatchQueue(label: "kept")) }
    #expect(await Future<Int, Never>(value: 1).on(context).map { $0 + 1 }.value == 2)
  }

  @Test func theyHaveNames() {
    let queue = DispatchQueue(label: "com.example.names")
    #expect("\(ExecutionContext.queue(queue))" == "ExecutionContext(com.example.names)")
    #expect("\(ExecutionContext.global())" == "ExecutionContext(global)")
  }
}

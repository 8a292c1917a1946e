@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

/// Queues that several processes share, with a manual clock.
@Suite struct QueueTests {
  /// Counts runs in progress.
  private final class Gauge: Sendable {
    private let state = Locked((now: 0, most: 0, order: [String]()))

    var most: Int { state.withLock { $0.most } }

    var order: [String] { state.withLock { $0.order } }

    func begin(_ name: String) {
      state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
        state.order.append(name)
      }
    }

    func end() { state.withLock { $0.now -= 1 } }
  }

  private func send(_ gauge: Gauge, _ bench: Workbench) -> Workflow<String, String> {
    Workflow("send") {
      Perform("mail") { (address: String) in
        gauge.begin(address)
        try await bench.clock.sleep(for: .seconds(10))
        gauge.end()
        return address
      }
      .checkpoint()
    }
  }

  private func options(_ queues: RunQueue...) -> DurableRunsOptions {
    DurableRunsOptions(pollInterval: .seconds(1), queues: queues)
  }

  /// Submits runs `1` to `count`, and waits until all have ended.
  private func sendAll(
    _ count: Int,
    _ send: Workflow<String, String>,
    by processes: [DurableRuns],
    partition: (Int) -> String = { _ in "" }
  ) async throws {
    let submissions = try (1...count).map { number in
      try processes[0].submission(
        of: send,
        id: "\(number)",
        input: "\(number)",
        in: QueuePlace("mail", partition: partition(number))
      )
    }
    #expect(try await processes[0].submit(submissions).allSatisfy { $0 == .new })
    for process in processes { process.start() }
    for number in 1...count {
      _ = try await processes[0].run(of: send, id: "\(number)").value
    }
    for process in processes { await process.stop() }
  }

  @Test func aLimitHoldsInAllProcesses() async throws {
    let bench = Workbench()
    let gauge = Gauge()
    let send = send(gauge, bench)
    let queue = RunQueue("mail", maxConcurrentRuns: 3)
    let processes = try (1...3).map { _ in
      try bench.process(send.durable(), options: options(queue))
    }
    try await bench.run { try await sendAll(20, send, by: processes) }
    #expect(gauge.most == 3)
    #expect(gauge.order.count == 20)
  }

  @Test func eachPartitionHasTheLimitsOfTheQueue() async throws {
    let bench = Workbench()
    let gauge = Gauge()
    let send = send(gauge, bench)
    let queue = RunQueue("mail", maxConcurrentRuns: 2)
    let processes = try (1...3).map { _ in
      try bench.process(send.durable(), options: options(queue))
    }
    // One tenant has many runs, and they are due first.
    try await bench.run {
      try await sendAll(24, send, by: processes) { $0 <= 20 ? "many" : $0 <= 22 ? "few" : "" }
    }
    #expect(gauge.most == 6)
    let early = Set(gauge.order.prefix(6))
    #expect(early.isSuperset(of: ["21", "22", "23", "24"]), "\(gauge.order)")
  }

  @Test func aLimitPerProcessHoldsInEach() async throws {
    let bench = Workbench()
    let gauge = Gauge()
    let send = send(gauge, bench)
    let queue = RunQueue("mail", maxConcurrentRunsPerProcess: 2)
    let processes = try (1...3).map { _ in
      try bench.process(send.durable(), options: options(queue))
    }
    try await bench.run { try await sendAll(20, send, by: processes) }
    #expect(gauge.most == 6)
  }

  @Test func aRateHoldsInAllProcesses() async throws {
    let bench = Workbench()
    let gauge = Gauge()
    let send = send(gauge, bench)
    let queue = RunQueue("mail", rate: RunQueue.Rate(4, per: .seconds(60)))
    let processes = try (1...2).map { _ in
      try bench.process(send.durable(), options: options(queue))
    }
    let start = bench.clock.now
    try await bench.run { try await sendAll(12, send, by: processes) }
    #expect(gauge.most == 4)
    // There are three groups of four, the last of which begins after two minutes.
    let took = start.duration(to: bench.clock.now)
    #expect(took >= .seconds(130) && took < .seconds(140), "\(took)")
  }

  @Test func aPausedQueueWaitsInAllProcesses() async throws {
    let bench = Workbench()
    let gauge = Gauge()
    let send = send(gauge, bench)
    let processes = try (1...2).map { _ in
      try bench.process(send.durable(), options: options(RunQueue("mail")))
    }
    try await bench.run {
      try await processes[0].pause(queue: "mail")
      for process in processes { process.start() }
      let place = QueuePlace("mail")
      let run = try await processes[0].submit(send, id: "1", input: "1", in: place)
      try await bench.clock.sleep(for: .seconds(600))
      #expect(gauge.order == [])
      let queue = try #require(try await processes[1].queues().first)
      #expect(queue.id == "mail" && queue.isPaused && queue.queued == 1)
      try await processes[1].resume(queue: "mail")
      #expect(try await run.value == "1")
      #expect(try await processes[1].queues() == [])
      for process in processes { await process.stop() }
    }
  }

  @Test func aLimitInTheStoreAppliesToProcessesThatRun() async throws {
    let bench = Workbench()
    let gauge = Gauge()
    let send = send(gauge, bench)
    let queue = RunQueue("mail", maxConcurrentRuns: 3)
    let processes = try (1...3).map { _ in
      try bench.process(send.durable(), options: options(queue))
    }
    try await bench.run {
      // At least one, so that the limit is no pause.
      try await processes[0].limit(queue: "mail", to: 0)
      for process in processes { process.start() }
      for number in 1...6 {
        let place = QueuePlace("mail")
        try await processes[0].submit(send, id: "\(number)", input: "\(number)", in: place)
      }
      try await bench.until { gauge.order.count == 3 }
      #expect(gauge.most == 1)
      try await processes[1].limit(queue: "mail", to: 5)
      for number in 1...6 { _ = try await processes[2].run(of: send, id: "\(number)").value }
      #expect(gauge.most == 4)
      #expect(try await processes[0].queues().map(\.maxConcurrentRuns) == [5])
      for process in processes { await process.stop() }
    }
  }

  @Test func aStoreWithoutQueuesPausesNone() async throws {
    let runs = try DurableRuns(store: RunStore(PlainRunStore()), workflows: [])
    await #expect(throws: UnsupportedByStore.self) { try await runs.pause(queue: "mail") }
    await #expect(throws: UnsupportedByStore.self) { try await runs.limit(queue: "mail", to: 1) }
    #expect(try await runs.queues() == [])
    await #expect(throws: NameTooLong.self) {
      try await runs.resume(queue: String(repeating: "m", count: NameTooLong.nameLimit + 1))
    }
  }

  @Test func aKeyOfARunOfAnotherWorkflowIsAnErrorAndNoRunOfThisOne() async throws {
    let bench = Workbench()
    let numbers = Workflow("numbers") { Perform("double") { (number: Int) in 2 * number } }
    let texts = Workflow("texts") { Perform("echo") { (text: String) in text } }
    let runs = try bench.process(numbers.durable(), texts.durable())
    try await bench.run {
      let place = QueuePlace("mail", key: "mia")
      try await runs.submit(texts, id: "a", input: "a", in: place)
      let error = await #expect(throws: QueueKeyTaken.self) {
        try await runs.submit(numbers, id: "b", input: 1, in: place)
      }
      #expect(error?.run == "a")
      #expect(error?.workflow == "texts")
      #expect(try await runs.list().map(\.id) == ["a"])
      #expect(try await runs.submit(texts, id: "c", input: "c", in: place).id == "a")
    }
  }

  @Test func aProcessLeavesTheRunsOfOtherQueuesAlone() async throws {
    let bench = Workbench()
    let gauge = Gauge()
    let send = send(gauge, bench)
    let other = try bench.process(send.durable(), options: options(RunQueue("print")))
    try await bench.run {
      other.start()
      try await other.submit(send, id: "a", input: "a", in: QueuePlace("mail"))
      try await other.submit(send, id: "b", input: "b", in: QueuePlace("print"))
      try await other.submit(send, id: "c", input: "c")
      try await bench.clock.sleep(for: .seconds(60))
      await other.stop()
    }
    #expect(Set(gauge.order) == ["b", "c"])
    #expect(try await bench.store.counts()[.queued] == 1)
  }

  @Test func aGreaterPriorityBeginsFirst() async throws {
    let bench = Workbench()
    let gauge = Gauge()
    let send = send(gauge, bench)
    let queue = RunQueue("mail", maxConcurrentRuns: 1)
    let process = try bench.process(send.durable(), options: options(queue))
    try await bench.run {
      for (id, priority) in [("low", -1), ("normal", 0), ("high", 5)] {
        let place = QueuePlace("mail", priority: priority)
        try await process.submit(send, id: id, input: id, in: place)
      }
      process.start()
      _ = try await process.run(of: send, id: "low").value
      await process.stop()
    }
    #expect(gauge.order == ["high", "normal", "low"])
  }

  @Test func aRunWhoseKeyIsTakenIsTheOther() async throws {
    let bench = Workbench()
    let gauge = Gauge()
    let send = send(gauge, bench)
    let process = try bench.process(send.durable(), options: options(RunQueue("mail")))
    try await bench.run {
      let place = QueuePlace("mail", key: "mia")
      let first = try await process.submit(send, id: "1", input: "first", in: place)
      let second = try await process.submit(send, id: "2", input: "second", in: place)
      #expect(first.id == "1" && second.id == "1")
      process.start()
      #expect(try await second.value == "first")
      let third = try await process.submit(send, id: "3", input: "third", in: place)
      #expect(try await third.value == "third")
      await process.stop()
    }
    #expect(gauge.order == ["first", "third"])
  }

  @Test func aRunMayReplaceTheOneThatHasItsKey() async throws {
    let bench = Workbench()
    let gauge = Gauge()
    let send = send(gauge, bench)
    let process = try bench.process(send.durable(), options: options(RunQueue("mail")))
    try await bench.run {
      let place = QueuePlace("mail", key: "mia", ifTaken: .replace)
      let first = try await process.submit(send, id: "1", input: "first", in: place)
      process.start()
      try await bench.until { try await first.status == .running }
      let second = try await process.submit(send, id: "2", input: "second", in: place)
      #expect(try await second.value == "second")
      await #expect(throws: DurableRunCancelled.self) { try await first.value }
      await process.stop()
    }
    #expect(gauge.order == ["first", "second"])
  }

  @Test func aStoreWithoutQueuesRefusesTheirRuns() async throws {
    let send = send(Gauge(), Workbench())
    let process = try DurableRuns(store: RunStore(PlainRunStore()), workflows: [send.durable()])
    await #expect(throws: UnsupportedByStore.self) {
      try await process.submit(send, id: "1", input: "x", in: QueuePlace("mail"))
    }
    let submissions = try (1...3).map {
      try process.submission(of: send, id: "\($0)", input: "x")
    }
    #expect(try await process.submit(submissions) == [.new, .new, .new])
  }
}

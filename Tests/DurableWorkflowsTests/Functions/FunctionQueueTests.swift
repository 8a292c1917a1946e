@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

/// Signals that queue: each wait of a function takes the next value.
@Suite struct FunctionQueueTests {
  private static let orders = Signal<String>("orders", queues: true)

  /// Collects a number of values, each of which it records with a step.
  private static func cart(
    _ calls: Calls = Calls(),
    isAlive: @escaping @Sendable () -> Bool = { true }
  ) -> Workflow<Int, [String]> {
    Workflow("cart") { (count: Int, run: Steps) in
      var items: [String] = []
      while items.count < count {
        let item = try await run.signal(Self.orders)
        try await run.step("add") {
          if !isAlive() { throw CancellationError() }
          calls.add(item)
        }
        items.append(item)
      }
      return items
    }
  }

  @Test func eachWaitTakesTheNextValue() async throws {
    let bench = Workbench()
    let cart = Self.cart()
    let runs = try bench.process(cart.durable())
    try await bench.run(within: .seconds(3600)) {
      let run = try await runs.submit(
        cart,
        id: "a",
        input: 4,
        signals: [
          Self.orders.with("1"), Self.orders.with("2"),
        ]
      )
      runs.start()
      try await bench.until { try await run.status == .waiting }
      // Equal values are two values.
      #expect(try await run.send("2", to: Self.orders) == .kept)
      try await bench.until { try await run.status == .waiting }
      #expect(try await run.send("3", to: Self.orders) == .kept)
      #expect(try await run.value == ["1", "2", "2", "3"])
      #expect(try await run.send("4", to: Self.orders) == .ended)
      await runs.stop()
    }
  }

  @Test func aRunIsParkedUntilTheNextValue() async throws {
    let bench = Workbench()
    let cart = Self.cart()
    let runs = try bench.process(cart.durable())
    try await bench.run(within: .seconds(3600)) {
      runs.start()
      let run = try await runs.submit(cart, id: "a", input: 3)
      for number in 1...3 {
        try await bench.until { try await run.status == .waiting }
        let details = try await runs.load("a")
        #expect(details?.awaitedSignals == ["orders"])
        #expect(details?.signals.map(\.name) == (1..<number).map { "orders \($0)" })
        try await run.send("\(number)", to: Self.orders)
      }
      #expect(try await run.value == ["1", "2", "3"])
      let values = try await runs.load("a")?.signals.map {
        String(decoding: $0.value, as: UTF8.self)
      }
      #expect(values == ["\"1\"", "\"2\"", "\"3\""])
      await runs.stop()
    }
    #expect(bench.clock.now.offset < .seconds(10))
  }

  /// Whichever operation of the store a process ends at, each value is taken once, in order.
  @Test(arguments: [Simulation.Fault.before, .after, .unanswered, .refused])
  func eachValueIsTakenOnceWhereverTheProcessEnds(_ fault: Simulation.Fault) async throws {
    for place in 0..<24 {
      let bench = Workbench()
      let calls = Calls()
      let plan = FaultyStore.Plan([place: fault])
      let connection = FaultyStore(bench.store, VirtualTime(), plan) {}
      let first = try DurableRuns(
        store: RunStore(connection),
        workflows: [Self.cart(calls) { connection.isAlive }.durable()],
        clock: bench.clock
      )
      let cart = Self.cart(calls)
      let second = try bench.process(cart.durable())
      let sent = ["1", "2", "3", "4", "5"]
      let value = try await bench.run(within: .seconds(3600)) {
        let run = try await second.submit(cart, id: "a", input: 5)
        try await run.send("1", to: Self.orders)
        try await run.send("2", to: Self.orders)
        first.start()
        let hasParked = try await bench.ended(within: .seconds(60)) {
          let status = try await run.status
          return !connection.isAlive || status == .waiting
        }
        #expect(hasParked || fault == .refused)
        for item in ["3", "4", "5"] { try await run.send(item, to: Self.orders) }
        second.start()
        let value = try await run.value
        await second.stop()
        await first.stop(within: .seconds(1))
        return value
      }
      #expect(value == sent, "\(fault) \(place)")
      #expect(
        Set(calls.all) == Set(sent) && calls.all.count <= 6,
        "\(fault) \(place): \(calls.all)"
      )
    }
  }

  @Test func waitsOfSeveralTasksTakeDifferentValues() async throws {
    let bench = Workbench()
    let workers = Workflow("workers") { (count: Int, run: Steps) in
      try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<count {
          group.addTask { try await run.signal(Self.orders, key: "\(number)") }
        }
        return try await group.reduce(into: [String]()) { $0.append($1) }.sorted()
      }
    }
    let runs = try bench.process(workers.durable())
    try await bench.run(within: .seconds(3600)) {
      runs.start()
      let run = try await runs.submit(workers, id: "a", input: 3)
      try await bench.until { try await run.status == .waiting }
      for number in 1...3 {
        try await run.send("\(number)", to: Self.orders)
        if number < 3 { try await bench.until { try await run.status == .waiting } }
      }
      #expect(try await run.value == ["1", "2", "3"])
      await runs.stop()
    }
  }

  @Test func aWaitWhoseTimeHasPassedTakesNothing() async throws {
    let bench = Workbench()
    let patient = Workflow("patient") { (_: Int, run: Steps) in
      let first = try await run.signal(Self.orders, within: .seconds(60))
      try await run.wait(for: .seconds(60))
      let second = try await run.signal(Self.orders, within: .seconds(60))
      return "\(first ?? "none"), \(second ?? "none")"
    }
    let runs = try bench.process(patient.durable())
    try await bench.run(within: .seconds(3600)) {
      runs.start()
      let run = try await runs.submit(patient, id: "a", input: 0)
      try await bench.clock.sleep(for: .seconds(90))
      try await run.send("1", to: Self.orders)
      #expect(try await run.value == "none, 1")
      await runs.stop()
    }
  }

  @Test func sendersAtTheSameTimeLoseNothing() async throws {
    let bench = Workbench()
    let cart = Self.cart()
    let runs = try bench.process(cart.durable())
    try await bench.run(within: .seconds(3600)) {
      let run = try await runs.submit(cart, id: "a", input: 40)
      runs.start()
      let deliveries = try await withThrowingTaskGroup(of: SignalDelivery.self) { group in
        for number in 0..<40 {
          group.addTask { try await run.send("\(number)", to: Self.orders) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(deliveries == Array(repeating: .kept, count: 40))
      #expect(Set(try await run.value) == Set((0..<40).map { "\($0)" }))
      await runs.stop()
    }
  }

  @Test func aRepeatedDeliveryIsKeptOnce() async throws {
    let bench = Workbench()
    let cart = Self.cart()
    let runs = try bench.process(cart.durable())
    try await bench.run(within: .seconds(3600)) {
      let run = try await runs.submit(cart, id: "a", input: 3)
      for key in ["a", "b", "a", "10:a", "a"] {
        #expect(try await runs.send(key, to: Self.orders, of: "a", key: key) == .kept)
      }
      runs.start()
      #expect(try await run.value == ["a", "b", "10:a"])
      await runs.stop()
    }
  }

  @Test func aRunThatContinuesAsNewReadsOnWhereItWas() async throws {
    let bench = Workbench()
    let chat = Workflow("chat") { (heard: [String], run: Steps) in
      var heard = heard
      heard.append(try await run.signal(Self.orders))
      heard.append(try await run.signal(Self.orders))
      if heard.count == 6 { return heard }
      try await run.continueAsNew(heard)
    }
    let runs = try bench.process(chat.durable())
    try await bench.run(within: .seconds(3600)) {
      let run = try await runs.submit(chat, id: "a", input: [])
      // One that a tool has sent, which does not know the type.
      try await runs.send(encoded: Data("\"1\"".utf8), to: "orders", of: "a")
      for number in 2...3 { try await run.send("\(number)", to: Self.orders) }
      runs.start()
      try await bench.until { try await run.status == .waiting }
      for number in 4...6 { try await run.send("\(number)", to: Self.orders) }
      #expect(try await run.value == ["1", "2", "3", "4", "5", "6"])
      await runs.stop()
    }
    let row = try #require(try await bench.store.load("a"))
    let readings = row.records.keys.filter { $0.description.hasPrefix("/%read") }
    // One for all with a number before the last round, one for the first, and two of that round.
    #expect(readings.count == 4)
  }

  @Test func aForkReadsItsOwnValues() async throws {
    let bench = Workbench()
    let cart = Self.cart()
    let runs = try bench.process(cart.durable())
    try await bench.run(within: .seconds(3600)) {
      runs.start()
      let run = try await runs.submit(cart, id: "a", input: 3)
      for number in 1...3 { try await run.send("\(number)", to: Self.orders) }
      #expect(try await run.value == ["1", "2", "3"])
      try await runs.fork("a", as: "b", from: "/cart/orders/%3")
      let fork = try runs.run(of: cart, id: "b")
      try await bench.until { try await fork.status == .waiting }
      try await fork.send("4", to: Self.orders)
      #expect(try await fork.value == ["1", "2", "4"])
      await runs.stop()
    }
  }

  // MARK: Other senders

  private static let target = "target"

  /// Whichever operation of the store the sending process ends at, its value is sent, and once.
  @Test(arguments: [Simulation.Fault.before, .after, .unanswered])
  func anotherRunSendsOnceWhereverItsProcessEnds(_ fault: Simulation.Fault) async throws {
    let sender = Workflow("sender") { (value: String, run: Steps) in
      try await run.send(value, to: Self.orders, of: Self.target)
    }
    for place in 0..<10 {
      let bench = Workbench()
      let plan = FaultyStore.Plan([place: fault])
      let connection = FaultyStore(bench.store, VirtualTime(), plan) {}
      let first = try DurableRuns(
        store: RunStore(connection),
        workflows: [sender.durable()],
        clock: bench.clock
      )
      let cart = Self.cart()
      let second = try bench.process(sender.durable(), cart.durable())
      try await bench.run(within: .seconds(3600)) {
        let target = try await second.submit(cart, id: Self.target, input: 3)
        let runs = try await ["a", "b"].asyncMap {
          try await second.submit(sender, id: $0, input: "same")
        }
        first.start()
        try await bench.until {
          if !connection.isAlive { return true }
          let statuses = try await runs.asyncMap { try await $0.status }
          return statuses == [.succeeded, .succeeded]
        }
        second.start()
        for run in runs { #expect(try await run.value == .kept, "\(fault) \(place)") }
        try await target.send("last", to: Self.orders)
        #expect(try await target.value == ["same", "same", "last"], "\(fault) \(place)")
        await second.stop()
        await first.stop(within: .seconds(1))
      }
    }
  }

  @Test func aSubmissionThatFindsItsRunAddsItsValues() async throws {
    let bench = Workbench()
    let cart = Self.cart()
    let runs = try bench.process(cart.durable())
    try await bench.run(within: .seconds(3600)) {
      try await runs.submit(cart, id: "a", input: 2, signals: [Self.orders.with("1")])
      let run = try await runs.submit(cart, id: "a", input: 2, signals: [Self.orders.with("2")])
      runs.start()
      #expect(try await run.value == ["1", "2"])
      await runs.stop()
    }
  }

  /// A tool knows only the name, and finds out from the run.
  @Test func aSenderThatDoesNotKnowTheTypeIsHeard() async throws {
    let bench = Workbench()
    let cart = Self.cart()
    let runs = try bench.process(cart.durable())
    try await bench.run(within: .seconds(3600)) {
      let run = try await runs.submit(cart, id: "a", input: 3)
      #expect(try await runs.send(encoded: Data("\"1\"".utf8), to: "orders", of: "a") == .kept)
      runs.start()
      for number in 2...3 {
        try await bench.until { try await run.status == .waiting }
        let value = Data("\"\(number)\"".utf8)
        #expect(try await runs.send(encoded: value, to: "orders", of: "a") == .kept)
      }
      #expect(try await run.value == ["1", "2", "3"])
      // What it has read does not wake it.
      #expect(try await runs.load("a")?.claims ?? 0 <= 4)
      await runs.stop()
    }
  }

  @Test func aValueThatCannotBeReadIsWithdrawn() async throws {
    let bench = Workbench()
    let cart = Self.cart()
    let runs = try bench.process(cart.durable())
    try await bench.run(within: .seconds(3600)) {
      let run = try await runs.submit(cart, id: "a", input: 3)
      try await run.send("1", to: Self.orders)
      try await runs.send(encoded: Data("{".utf8), to: "orders", of: "a")
      try await run.send("2", to: Self.orders)
      runs.start()
      try await bench.until { try await run.status == .setAside }
      #expect(try await runs.withdraw("orders", of: "a") == .withdrawn)
      #expect(try await runs.load("a")?.signals.map(\.name) == ["orders 1", "orders 3"])
      #expect(try await runs.reopen("a"))
      try await bench.until { try await run.status == .waiting }
      #expect(try await runs.withdraw("orders", of: "a") == .absent)
      try await run.send("3", to: Self.orders)
      #expect(try await run.value == ["1", "2", "3"])
      await runs.stop()
    }
  }

  // MARK: Elsewhere

  @Test func withoutAStoreEachWaitTakesTheNextValue() async throws {
    let clock = ManualClock()
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      let first = try await run.signal(Self.orders)
      let second = try await run.signal(Self.orders, within: .seconds(10), clock: clock)
      let third = try await run.signal(Self.orders, within: .seconds(10), clock: clock)
      return [first, second, third]
    }
    let run = workflow.start(0)
    #expect(run.send("1", to: Self.orders))
    while clock.pendingTimers.isEmpty { await Task.yield() }
    clock.advance(by: .seconds(10))
    while clock.pendingTimers.map(\.offset) != [.seconds(20)] { await Task.yield() }
    #expect(run.send("2", to: Self.orders))
    #expect(try await run.value == ["1", nil, "2"])
  }

  @Test func aChainTakesNoValues() throws {
    let chain = Workflow("chain") {
      Perform("begin") { (number: Int) in number }.checkpoint()
      WaitForSignal(Self.orders)
      Perform("end") { (number: Int, _: String) in number }.checkpoint()
    }
    let error = #expect(throws: (any Error).self) {
      try Workbench().process(chain.durable())
    }
    #expect("\(error as Any)".contains("waits for a signal that queues"))
  }
}

extension Sequence where Element: Sendable {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows
    -> [Value]
  {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}

import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

struct Order: Codable, Sendable, Equatable {
  var item: String
}

struct Reservation: Codable, Sendable {
  let item: String
}

struct Receipt: Codable, Sendable {
  let item: String
  let key: String
}

struct Approval: Codable, Sendable, Equatable {
  let by: String
}

struct Parcel: Codable, Sendable, Equatable {
  let item: String
  let approvedBy: String
}

/// The workflow of the articles, as a client writes it.
@Suite struct OrderTests {
  static let approval = Signal<Approval>("approval")

  static func fulfil(_ calls: Calls, failing: Bool = false) -> Workflow<Order, Parcel> {
    Workflow("fulfil order") {
      Perform("reserve") { (order: Order) in
        calls.add("reserve")
        return Reservation(item: order.item)
      }
      .checkpoint()
      .compensate { (reservation: Reservation) in calls.add("release \(reservation.item)") }
      Perform.withContext("charge") { (reservation: Reservation, context) in
        calls.add("charge")
        return Receipt(item: reservation.item, key: context.idempotencyKey)
      }
      .retry(RetryPolicy(attempts: 5))
      .checkpoint()
      Wait(for: .seconds(3600))
      WaitForSignal(approval, timeout: .seconds(3 * 86_400))
      Perform("ship") { (receipt: Receipt, approval: Approval) in
        calls.add("ship")
        if failing { throw OutOfStock() }
        return Parcel(item: receipt.item, approvedBy: approval.by)
      }
      .checkpoint()
    }
  }

  struct OutOfStock: Error {}

  @Test func anOrderWaitsForItsApproval() async throws {
    let bench = Workbench()
    let calls = Calls()
    let fulfil = Self.fulfil(calls)
    let runs = try bench.process(fulfil.durable())
    let parcel = try await bench.run {
      runs.start()
      let run = try await runs.submit(fulfil, id: "order-17", input: Order(item: "lamp"))
      #expect(try await runs.send(Approval(by: "Mia"), to: Self.approval, of: "order-17") == .kept)
      #expect(try await runs.send(Approval(by: "Tom"), to: Self.approval, of: "order-17") == .taken)
      let parcel = try await run.value
      await runs.stop()
      return parcel
    }
    #expect(parcel == Parcel(item: "lamp", approvedBy: "Mia"))
    #expect(calls.all == ["reserve", "charge", "ship"])
    // The run has waited for an hour, not for three days.
    #expect(bench.clock.now.offset >= .seconds(3600) && bench.clock.now.offset < .seconds(7200))
  }

  @Test func anOrderThatFailsReleasesWhatItHasReserved() async throws {
    let bench = Workbench()
    let calls = Calls()
    let fulfil = Self.fulfil(calls, failing: true)
    let runs = try bench.process(fulfil.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(fulfil, id: "order-17", input: Order(item: "lamp"))
      try await run.send(Approval(by: "Mia"), to: Self.approval)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.type == "OutOfStock")
      #expect(try await run.status == .failed)
      await runs.stop()
    }
    #expect(calls.all == ["reserve", "charge", "ship", "release lamp"])
  }

  @Test func withoutAnApprovalTheTimeIsOver() async throws {
    let bench = Workbench()
    let calls = Calls()
    let fulfil = Self.fulfil(calls)
    let runs = try bench.process(fulfil.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(fulfil, id: "order-17", input: Order(item: "lamp"))
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.type == "TimeoutError")
      await runs.stop()
    }
    #expect(calls.all == ["reserve", "charge", "release lamp"])
    #expect(bench.clock.now.offset >= .seconds(3600 + 3 * 86_400))
  }

  @Test func theSameOrderRunsWithoutAStore() async throws {
    let bench = Workbench()
    let calls = Calls()
    let clock = bench.clock
    let fulfil = Workflow("fulfil order") {
      Perform.withContext("charge") { (order: Order, context) in
        Receipt(item: order.item, key: context.idempotencyKey)
      }
      .checkpoint()
      Wait(for: .seconds(3600), clock: clock)
      WaitForSignal(Self.approval, timeout: .seconds(86_400), clock: clock)
      Perform("ship") { (receipt: Receipt, approval: Approval) in
        calls.add("ship")
        return Parcel(item: receipt.item, approvedBy: approval.by)
      }
      .checkpoint()
    }
    let parcel = try await bench.run {
      let run = fulfil.start(Order(item: "lamp"))
      #expect(run.send(Approval(by: "Mia"), to: Self.approval))
      #expect(!run.send(Approval(by: "Tom"), to: Self.approval))
      return try await run.value
    }
    #expect(parcel == Parcel(item: "lamp", approvedBy: "Mia"))
    #expect(clock.now.offset == .seconds(3600))
    try await bench.run {
      let late = fulfil.start(Order(item: "lamp"))
      await #expect(throws: TimeoutError.self) { try await late.value }
    }
  }

  @Test func aSubmissionIsDoneOnce() async throws {
    let bench = Workbench()
    let fulfil = Self.fulfil(Calls())
    let runs = try bench.process(fulfil.durable())
    try await bench.run {
      try await runs.submit(fulfil, id: "order-17", input: Order(item: "lamp"))
      try await runs.submit(fulfil, id: "order-17", input: Order(item: "lamp"))
      #expect(try await runs.list().count == 1)
      await #expect(throws: RunIdentifierTaken.self) {
        try await runs.submit(fulfil, id: "order-17", input: Order(item: "chair"))
      }
      #expect(try await runs.run(of: fulfil, id: "order-17").status == .queued)
      #expect(try await runs.run(of: fulfil, id: "order-18").status == nil)
      await #expect(throws: UnknownRun.self) {
        try await runs.run(of: fulfil, id: "order-18").value
      }
    }
  }

  @Test func anotherProcessContinuesBehindTheLastRecord() async throws {
    let bench = Workbench()
    let calls = Calls()
    let fulfil = Self.fulfil(calls)
    let first = try bench.process(fulfil.durable())
    try await bench.run {
      first.start()
      try await first.submit(fulfil, id: "order-17", input: Order(item: "lamp"))
      try await bench.until {
        try await first.run(of: fulfil, id: "order-17").status == .waiting
      }
      await first.stop()
    }
    let second = try bench.process(fulfil.durable())
    let parcel = try await bench.run {
      second.start()
      let run = try second.run(of: fulfil, id: "order-17")
      try await run.send(Approval(by: "Mia"), to: Self.approval)
      let parcel = try await run.value
      await second.stop()
      return parcel
    }
    #expect(parcel.approvedBy == "Mia")
    #expect(calls.all == ["reserve", "charge", "ship"])
  }
}

import Futures
import FuturesTesting
import GatewayKit
import Testing
import Workflows

@Suite(.timeLimit(.minutes(10)))
struct OrderTests {
  @Test func anOrderHasAReceiptAndAPictureWithItsAttempts() async throws {
    let upstreams = ScriptedUpstreams([
      .price(): .failure(.status(503)), .price(attempt: 2): Answer.price,
      UpstreamCall(to: .warehouse, id: 1): .success(#"{"shelf":3}"#),
    ])
    let clock = ManualClock()
    try await LiveGateway.run(upstreams, clock: clock) { gateway in
      let location = try #require(try await gateway.post("/products/1/orders").location)
      try await clock.waitForTimer(dueIn: PageLimits().firstPause)
      clock.advance(by: PageLimits().firstPause)
      #expect(try await gateway.order(at: location).value.shelf == 3)
      let reply = try await gateway.get(location)
      #expect(reply.body.contains(#""receipt":{"cents":1990,"product":1,"shelf":3}"#))
      let picture = try await gateway.get("\(location)/trace.svg").body
      #expect(picture.hasPrefix("<svg"))
      for step in ["look up price", "reserve"] { #expect(picture.contains(step)) }
    }
  }

  @Test func anOrderThatFailsSaysWhy() async throws {
    let upstreams = ScriptedUpstreams([.price(): .failure(.status(404))])
    try await LiveGateway.run(upstreams) { gateway in
      let location = try #require(try await gateway.post("/products/1/orders").location)
      await #expect(throws: UpstreamError.status(404)) {
        try await gateway.order(at: location).value
      }
      let body = try await gateway.get(location).body
      #expect(body.contains(#""error":"the upstream answered 404""#))
    }
  }

  @Test func anOrderWhoseWarehouseIsSilentFails() async throws {
    let upstreams = ScriptedUpstreams([.price(): Answer.price])
    let clock = ManualClock()
    try await LiveGateway.run(upstreams, clock: clock) { gateway in
      let location = try #require(try await gateway.post("/products/1/orders").location)
      let warehouse = UpstreamCall(to: .warehouse, id: 1)
      try await upstreams.arrival(of: warehouse)
      try await clock.waitForTimer(dueIn: .seconds(60))
      clock.advance(by: .seconds(60))
      try await upstreams.cancellation(of: warehouse)
      let order = try gateway.order(at: location)
      await #expect(throws: TimeoutError.self) { try await order.value }
      #expect(order.state == .failed)
    }
  }

  @Test func anOrderThatDoesNotExistIsNotFound() async throws {
    try await LiveGateway.run(ScriptedUpstreams()) { gateway in
      let statuses = try await [gateway.get("/orders/0").status, gateway.get("/orders/x").status]
      #expect(statuses == [404, 400])
    }
  }
}

extension LiveGateway {
  /// The order that a response refers to.
  fileprivate func order(at location: String) throws -> WorkflowRun<Receipt> {
    let number = try #require(location.split(separator: "/").last.flatMap { UInt64($0) })
    return try #require(orders.run(number))
  }
}

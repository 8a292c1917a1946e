import Futures
import FuturesTesting
import GatewayKit
import Testing

/// The server as its clients see it.
@Suite(.timeLimit(.minutes(10)))
struct GatewayTests {
  @Test(arguments: [
    (1, 200, nil), (2, 200, "reviews"), (4, 200, nil), (5, 200, nil), (6, 502, nil),
    (7, 200, "price"), (8, 200, nil as String?),
  ]
  )
  func bothStylesAnswerTheSame(product: Int, status: Int, missing: String?) async throws {
    try await StandInServer(latency: .none, logger: .quiet).run { port in
      let client = HTTPClientService()
      try await LiveGateway.run(HTTPUpstreams(client.client, port: port)) { gateway in
        let tenon = try await gateway.get("/tenon/products/\(product)")
        let tasks = try await gateway.get("/tasks/products/\(product)")
        #expect(tenon.status == status)
        #expect(tasks.status == status)
        #expect(tenon.body == tasks.body)
        switch (status, missing) {
        case (200, let part?): #expect(tenon.body.contains(#""part":"\#(part)""#))
        case (200, nil): #expect(tenon.body.contains(#""missing":[]"#))
        default: #expect(tenon.body.contains(#""error":"no mirror answered"#))
        }
      }
      try await client.client.shutdown()
    }
  }

  @Test(arguments: PageStyle.allCases)
  func aClientThatDisconnectsCancelsTheCalls(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams()
    let calls = [UpstreamCall.mirrorA, .mirrorB, .price(), .reviews]
    try await LiveGateway.run(upstreams, clock: ManualClock()) { gateway in
      // Cancelling a request closes its connection.
      let request = Task { try await gateway.get("/\(style.rawValue)/products/1") }
      for call in calls { try await upstreams.arrival(of: call) }
      request.cancel()
      for call in calls { try await upstreams.cancellation(of: call) }
    }
  }

  @Test(arguments: PageStyle.allCases)
  func aShutdownWaitsForRequests(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams(.healthy.with(.reviews, nil))
    try await LiveGateway.run(upstreams, clock: ManualClock()) { gateway in
      async let reply = gateway.get("/\(style.rawValue)/products/1")
      try await upstreams.arrival(of: .reviews)
      await gateway.group.triggerGracefulShutdown()
      try await gateway.refusal()
      #expect(!gateway.end.isSettled)
      upstreams.answer(.reviews, with: Answer.reviews)
      #expect(try await reply.status == 200)
      #expect(try await reply.body.contains(#""missing":[]"#))
      try await gateway.end.value
    }
  }

  @Test func aShutdownEndsInTimeAlthoughAClientWatchesAnOrder() async throws {
    let upstreams = ScriptedUpstreams([.price(): Answer.price])
    let clock = ManualClock()
    try await LiveGateway.run(upstreams, clock: clock) { gateway in
      let location = try #require(try await gateway.post("/products/1/orders").location)
      try await upstreams.arrival(of: UpstreamCall(to: .warehouse, id: 1))
      // The server has answered, and the body goes on until the order ends.
      let events = try await gateway.open("\(location)/events")

      await gateway.group.triggerGracefulShutdown()
      try await clock.waitForTimer(dueIn: .seconds(30))
      #expect(try await gateway.post("/products/1/orders").status == 503)
      clock.advance(by: .seconds(30))
      let text = String(buffer: try await events.collect(upTo: 1 << 20))
      #expect(text.hasPrefix("data: running\n\n"))
      #expect(text.hasSuffix("data: cancelled because its service has shut down\n\n"))
      try await gateway.end.value
    }
  }

  @Test func aShutdownWaitsForOrdersWhichOutliveTheirRequests() async throws {
    let upstreams = ScriptedUpstreams([.price(): Answer.price])
    let warehouse = UpstreamCall(to: .warehouse, id: 1)
    let clock = ManualClock()
    try await LiveGateway.run(upstreams, clock: clock) { gateway in
      let reply = try await gateway.post("/products/1/orders")
      #expect(reply.status == 202)
      let location = try #require(reply.location)
      try await upstreams.arrival(of: warehouse)
      #expect(try await gateway.get(location).body.contains(#""state":"running""#))

      await gateway.group.triggerGracefulShutdown()
      // The limit of the wait for orders.
      try await clock.waitForTimer(dueIn: .seconds(30))
      #expect(!gateway.end.isSettled)
      upstreams.answer(warehouse, with: .success(#"{"shelf":3}"#))
      try await gateway.end.value
    }
  }
}

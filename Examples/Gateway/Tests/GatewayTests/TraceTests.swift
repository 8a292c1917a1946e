import Foundation
import Futures
import GatewayKit
import InMemoryTracing
import Testing
import Tracing

@Suite(.timeLimit(.minutes(10)))
struct TraceTests {
  /// The tracer of all tests of this process, which can be set only once.
  private static let traces: TraceLog = {
    let traces = TraceLog(capacity: 10_000)
    InstrumentationSystem.bootstrap(traces)
    return traces
  }()

  @Test(
    arguments: PageStyle.allCases
  )
  func theTraceOfARequestHasEveryCallCancelledOnesIncluded(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams(
      .healthy.with(.mirrorA, nil).with(.price(), .failure(.status(503)))
        .with(.price(attempt: 2), Answer.price)
    )
    try await LiveGateway.run(upstreams, traces: Self.traces) { gateway in
      let reply = try await gateway.get("/\(style.rawValue)/products/1")
      let trace = try #require(reply.trace)
      let lines = try await gateway.get(trace).body.split(separator: "\n").map(Line.init)
      #expect(
        Set(lines.map(\.name)) == [
          "GET /\(style.rawValue)/products/1", "  product", "    catalogue-a/1",
          "    catalogue-b/1", "  price", "    prices/1", "    prices/1, attempt 2", "  reviews",
          "    reviews/1",
        ]
      )
      #expect(lines.first?.name.hasPrefix("GET") == true)
      #expect(lines.first { $0.name == "    catalogue-a/1" }?.note == "cancelled")
      #expect(lines.first { $0.name == "    prices/1" }?.note == "the upstream answered 503")
      #expect(lines.first { $0.name == "    prices/1, attempt 2" }?.note == "")
    }
  }

  @Test func aTraceThatDoesNotExistIsNotFound() async throws {
    try await LiveGateway.run(ScriptedUpstreams(), traces: TraceLog()) { gateway in
      let status = try await gateway.get("/traces/0").status
      #expect(status == 404)
    }
  }

  @Test func aTraceThatIsDroppedWhileAClientWaitsForItIsNotFound() async throws {
    let log = TraceLog(capacity: 1)
    let span = log.startSpan("first", context: .topLevel)
    try await LiveGateway.run(ScriptedUpstreams(), traces: log) { gateway in
      async let reply = gateway.get("/traces/\(span.traceID)")
      // Answered after the gateway has received the request above, or nearly always.
      for _ in 0..<10 { _ = try await gateway.get("/orders/0") }
      log.startSpan("second", context: .topLevel).end()
      #expect(try await reply.status == 404)
    }
    span.end()
  }

  @Test func onlyTheNewestTracesAreKept() async throws {
    let log = TraceLog(capacity: 2)
    let spans = (1...3).map { log.startSpan("span \($0)", context: .topLevel) }
    for span in spans { span.end() }
    let ids = spans.map(\.traceID)
    #expect(log.spans(of: ids[0]) == nil)
    #expect(try await log.spans(of: ids[1])?.value.map(\.operationName) == ["span 2"])
    #expect(try await log.spans(of: ids[2])?.value.map(\.operationName) == ["span 3"])
  }

  @Test func aTraceThatIsDroppedWhileItIsAwaitedIsAnError() async throws {
    let log = TraceLog(capacity: 1)
    let span = log.startSpan("first", context: .topLevel)
    let spans = try #require(log.spans(of: span.traceID))
    log.startSpan("second", context: .topLevel).end()
    await #expect(throws: BrokenPromise.self) { try await spans.value }
    span.end()
  }
}

/// A line of a ``Waterfall``.
private struct Line {
  /// With its indentation.
  let name: String
  let note: String

  init(_ text: Substring) {
    let bar = text.firstIndex { $0 == "█" || $0 == "▏" } ?? text.endIndex
    name = String(String(text[..<bar]).reversed().drop { $0 == " " }.reversed())
    let time = text.range(of: " ms")
    note = time.map { text[$0.upperBound...].drop { $0 == " " } }.map(String.init) ?? ""
  }
}

#if AsyncHTTPClient
import Foundation
import Futures
import FuturesTesting
import LoopbackServer
import TestSupport
import Testing
import Transfers
import TransfersHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Runs work that records signs of the network, and cancels it as a transfer does.
private func withIdleWatch<Output: Sendable>(
  limit: Duration,
  clock: any Clock<Duration> = ContinuousClock(),
  hasQueue: Bool = true,
  _ body: @escaping @Sendable (IdleWatch) async throws -> Output
) async throws -> Output {
  let watch = IdleWatch(on: hasQueue ? TransferExecutor() : nil, clock: clock)
  watch.start(limit: limit)
  defer { watch.end() }
  let work = Task { try await body(watch) }
  watch.onExpiry { work.cancel() }
  do {
    return try await work.value
  } catch {
    throw watch.hasExpired ? URLError(.timedOut) : error
  }
}

@Suite(.timeLimit(.minutes(10)))
struct IdleWatchTests {
  private let endless = Promise<Void, any Error>()

  @Test(arguments: [false, true])
  func workThatGivesNoSignTimesOut(hasQueue: Bool) async throws {
    let clock = ManualClock()
    let work = Task { [endless] in
      try await withIdleWatch(limit: .seconds(1), clock: clock, hasQueue: hasQueue) { _ in
        try await endless.future.value
      }
    }
    try await clock.waitForTimer(dueIn: .seconds(1))
    clock.advance(by: .seconds(1))
    let error = await #expect(throws: URLError.self) { try await work.value }
    #expect(error?.code == .timedOut)
  }

  @Test func aSignStartsTheTimeAnew() async throws {
    let clock = ManualClock()
    let begun = Promise<IdleWatch, any Error>()
    async let work: Void = withIdleWatch(limit: .seconds(10), clock: clock) { [endless] watch in
      begun.succeed(watch)
      try await endless.future.value
    }
    let watch = try await begun.future.value
    try await clock.waitForTimer(dueIn: .seconds(10))
    clock.advance(by: .seconds(6))
    watch.touch()
    clock.advance(by: .seconds(4))
    // The sign was at 6 seconds, so the time ends at 16.
    try await clock.waitForTimer(dueIn: .seconds(6))
    clock.advance(by: .seconds(5))
    watch.touch()
    clock.advance(by: .seconds(1))
    try await clock.waitForTimer(dueIn: .seconds(9))
    endless.succeed()
    try await work
  }

  @Test(.timeLimit(.minutes(10))) func tellsOneThatComesLateThatTheTimeIsOver() async throws {
    let clock = ManualClock()
    let watch = IdleWatch(on: TransferExecutor(), clock: clock)
    watch.start(limit: .seconds(1))
    clock.advance(by: .seconds(1))
    let end = Promise<Void, any Error>()
    watch.onExpiry { end.succeed() }
    try await end.future.value
    #expect(watch.hasExpired)
  }

  @Test func releasesWhatItWouldCancel() {
    final class Work: Sendable {}
    let watch = IdleWatch(on: TransferExecutor())
    watch.start(limit: .seconds(1000))
    weak var work: Work?
    do {
      let current = Work()
      work = current
      watch.onExpiry { withExtendedLifetime(current) {} }
    }
    #expect(work != nil)
    watch.end()
    #expect(work == nil)
    watch.onExpiry { [work = Work()] in withExtendedLifetime(work) {} }
    #expect(!watch.hasExpired)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max)])
  func takesAnyLimit(limit: Duration) async throws {
    let isShort = limit < .seconds(1)
    let error = await #expect(throws: (any Error).self) {
      try await withIdleWatch(limit: limit) { [endless] _ in
        if isShort { try await endless.future.value }
        throw CancellationError()
      }
    }
    #expect(isShort ? error is URLError : error is CancellationError)
  }

  @Test func requestsWithDifferentLimitsShareAConnection() async throws {
    let server = try LoopbackServer { connection in
      while true {
        try connection.readRequest()
        try connection.respond(headers: ["Connection": "keep-alive"], body: "there".utf8)
      }
    }
    try await withSession { session in
      for second in 1...60 {
        let text = try await session.text(from: server.url(), idleTime: Double(second) + 10)
        #expect(text == "there")
      }
    }
    #expect(server.connectionCount == 1)
  }

  /// The time of the closure is not that of the server.
  @Test func aSlowClosureDoesNotTimeOut() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n")
      for _ in 0..<20 { try connection.send([UInt8](repeating: 1, count: 10_000)) }
    }
    try await withSession { session in
      let request = URLRequest(url: server.url(), timeoutInterval: 0.5)
      let isSlow = Promise<Void, any Error>()
      let other = DispatchQueue(label: "a slow closure")
      let transfer = session.data(for: request) { progress in
        guard progress.bytesReceived > 0, isSlow.succeed() else { return }
        let pause = Promise<Void, Never>()
        other.asyncAfter(deadline: .now() + 1) { pause.succeed() }
        _ = pause.future.wait()
      }
      let (data, _) = try await transfer.timeout(.seconds(600)).value
      #expect(data.count == 200_000)
    }
  }
}
#endif

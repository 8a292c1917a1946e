import Foundation
import Futures
import FuturesTesting
import LoopbackServer
import TestSupport
import Testing
import Transfers
import Workflows

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct FetchFromMisbehavingServerTests {
  static let session = session(patience: 60)

  private static func session(patience: TimeInterval) -> TransferSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = patience
    configuration.httpMaximumConnectionsPerHost = 100
    return TransferSession(configuration: configuration)
  }

  private func fetch(
    from server: LoopbackServer,
    session: TransferSession = session
  ) -> FetchData<Void> {
    FetchData(
      server.url(),
      session: session,
      options: TransferOptions(maximumBodyBytes: 20_000_000)
    )
  }

  @Test(arguments: Misbehaviour.withErrors)
  func endsInTheDocumentedError(of misbehaviour: Misbehaviour) async throws {
    let server = try misbehaviour.server()
    let fetch = fetch(from: server)
    let error = await #expect(throws: (any Error).self) {
      try await fetch.run((), in: StepContext())
    }
    #expect(error.map { misbehaviour.isExpected($0) } == true, "\(String(describing: error))")
  }

  @Test func oneByteASecondIsNoErrorOfTheSessionButEndsWithTheTimeOfTheStep() async throws {
    let server = try Misbehaviour.oneByteASecond.server()
    let clock = ManualClock()
    let fetch = fetch(from: server).timeout(.milliseconds(300), clock: clock)
    let task = Task { try await fetch.run((), in: StepContext()) }
    let connection = try await server.connection()
    try await clock.waitForPendingTimers()
    clock.advance(by: .milliseconds(300))
    await #expect(throws: TimeoutError.self) { try await task.value }
    try await closesSoon(connection)
  }

  @Test func noAnswerEndsWithThePatienceOfTheSession() async throws {
    let server = try Misbehaviour.silence.server()
    let fetch = fetch(from: server, session: Self.session(patience: 1))
    let error = await #expect(throws: URLError.self) {
      try await fetch.run((), in: StepContext())
    }
    #expect(error?.code == .timedOut)
    try await closesSoon(server.connection())
  }

  @Test(
    arguments: Misbehaviour.all
  )
  func beingCancelledInTheMiddleClosesTheConnectionWithinASecond(during misbehaviour: Misbehaviour)
    async throws
  {
    // On a busy machine, the end may be late once or twice. A transfer that is not stopped is late
    // every time.
    var times: [Duration] = []
    repeat {
      let paused = Promise<LoopbackConnection, any Error>()
      let server = try LoopbackServer(pausing: paused, after: misbehaviour.begin)
      let source = CancellationSource()
      let context = StepContext(cancellation: source.token)
      let fetch = FetchData(
        server.url(),
        session: Self.session,
        options: TransferOptions(maximumBodyBytes: .max)
      )
      let outcome = Future { try await fetch.run((), in: context) }
      let connection = try await paused.future.value
      let start = ContinuousClock.now
      source.cancel()
      try await closesSoon(connection)
      times.append(ContinuousClock.now - start)
      #expect(await outcome.result.failure is CancellationError)
    } while times.allSatisfy({ $0 >= .seconds(1) }) && times.count < 5
    #expect(times.contains { $0 < .seconds(1) }, "it took \(times)")
  }

  @Test func cancellingTheTaskOfTheStepClosesTheConnectionToo() async throws {
    let paused = Promise<LoopbackConnection, any Error>()
    let server = try LoopbackServer(pausing: paused, after: Misbehaviour.cutBody.begin)
    let fetch = fetch(from: server)
    let task = Task { try await fetch.run((), in: StepContext()) }
    let connection = try await paused.future.value
    task.cancel()
    try await closesSoon(connection)
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  /// Waits for the client to close a connection that the server has not reset.
  private func closesSoon(_ connection: LoopbackConnection) async throws {
    do {
      try await connection.peerClosed.timeout(.seconds(600)).value
    } catch is CancellationError {}
  }

  @Test(arguments: [[500], [503, 500], [408, 429, 504]])
  func recoversByTryingAgain(after statuses: [Int]) async throws {
    let requests = Counter()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      let number = requests.add()
      if number <= statuses.count {
        try connection.respond(statuses[number - 1])
      } else {
        try connection.respond(body: "at last".utf8)
      }
    }
    let policy = RetryPolicy.transfers(attempts: statuses.count + 1, backoff: .none)
    let fetch = fetch(from: server).retry(policy)
    let data = try await fetch.run((), in: StepContext())
    #expect(data == Data("at last".utf8))
    #expect(requests.value == statuses.count + 1)
  }

  @Test func recoversFromAnyStatusIfThePolicySaysSo() async throws {
    let requests = Counter()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      let number = requests.add()
      if number > 3 { return try connection.respond(body: "at last".utf8) }
      try connection.respond([404, 500, 503][number - 1], body: "no".utf8)
    }
    let run = Workflow {
      fetch(from: server).retry(RetryPolicy(attempts: 4))
    }.start()
    #expect(try await run.value == Data("at last".utf8))
    #expect((run[.response] as? HTTPURLResponse)?.statusCode == 200)
    let attempts = run.trace.spans.filter { $0.parent?.number == 1 }
    #expect(attempts.map(\.attempt) == [1, 2, 3, 4])
  }

  @Test(arguments: [Misbehaviour.cutBody, .shorterThanAnnounced, .cutChunks, .reset]
  )
  func recoversFromAConnectionThatBreaks(from misbehaviour: Misbehaviour) async throws {
    let requests = Counter()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      if requests.add() > 1 { return try connection.respond(body: "whole".utf8) }
      try misbehaviour.begin(connection)
      try misbehaviour.end(connection)
    }
    let fetch = fetch(from: server).retry(.transfers(attempts: 2, backoff: .none))
    #expect(try await fetch.run((), in: StepContext()) == Data("whole".utf8))
  }

  @Test func doesNotRepeatWhatWouldFailAgain() async throws {
    let server = try Misbehaviour.status(404).server()
    let fetch = fetch(from: server).retry(.transfers(attempts: 5, backoff: .none))
    await #expect(throws: HTTPStatusError.self) { try await fetch.run((), in: StepContext()) }
    #expect(server.connectionCount == 1)
  }

  @Test func takesNoMoreOfABodyThanWasAnnounced() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more")
    }
    #expect(try await fetch(from: server).run((), in: StepContext()) == Data("hello".utf8))
  }

  @Test func _100MBArriveWholeIfTheyMayWithProgress() async throws {
    let server = try Misbehaviour.largeBody.server()
    let context = StepContext()
    let fetch = FetchData(
      server.url(),
      session: Self.session,
      options: TransferOptions(maximumBodyBytes: .max)
    )
    let data = try await fetch.run((), in: context)
    #expect(data.count == 100_000_000)
    #expect(context.reportedFraction == 1)
  }

  @Test func keepsNoMoreThanTheLimitOfAnErrorsBody() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 500 No\r\nConnection: close\r\n\r\n")
      try connection.send(Misbehaviour.megabyte)
      connection.waitForPeerToClose()
    }
    let fetch = FetchData(
      server.url(),
      session: Self.session,
      options: TransferOptions(maximumErrorBodyBytes: 1000)
    )
    let error = await #expect(throws: HTTPStatusError.self) {
      try await fetch.run((), in: StepContext())
    }
    #expect(error?.body.count == 1000)
    #expect(error?.isBodyTruncated == true)
    try await closesSoon(server.connection())
  }
}

import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

@_spi(Stores) @testable import DurableWorkflows

@Suite struct CancellationTests {
  @Test func aRunThatIsCancelledBeforeItsStepsBeginHasNone() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("slow") {
      Perform("one") { (number: Int) in
        calls.add("one")
        return number
      }
      .checkpoint()
    }
    let codec = WatchedCodec()
    let runs = try DurableRuns(
      store: RunStore(bench.store),
      workflows: [workflow.durable()],
      codec: codec,
      clock: bench.clock
    )
    codec.onDecode { [weak runs] in
      let news = RunNews(id: "a", epoch: 1, now: 0, isCancelRequested: true, signals: [:])
      runs?.ownSession(of: "a")?.adopt(news)
    }
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      await runs.stop()
    }
    #expect(calls.all == [])
  }

  @Test func whatCouldNotBeUndoneIsInTheErrorOfACancelledRun() async throws {
    let bench = Workbench()
    let go = Signal<Int>("go")
    let workflow = Workflow("trip") {
      Perform("book") { (number: Int) in number }
        .checkpoint()
        .compensate { _ in throw CancelError() }
      WaitForSignal(go)
      Perform("leave") { (number: Int, _: Int) in number }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      try await run.cancel()
      let error = await #expect(throws: DurableRunCancelled.self) { try await run.value }
      #expect(error?.notUndone == ["/trip/book"])
      #expect(error.map { "\($0)" }?.contains("/trip/book") == true)
      await runs.stop()
    }
  }
}

private struct CancelError: Error {}

/// A codec that reports when it decodes.
private final class WatchedCodec: RunCodec {
  private let base = JSONRunCodec()
  private let watcher = Locked<(@Sendable () -> Void)?>(nil)

  func onDecode(_ body: @escaping @Sendable () -> Void) { watcher.withLock { $0 = body } }

  func encode(_ value: some Encodable) throws -> Data { try base.encode(value) }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    watcher.withLock { $0 }?()
    return try base.decode(type, from: data)
  }
}

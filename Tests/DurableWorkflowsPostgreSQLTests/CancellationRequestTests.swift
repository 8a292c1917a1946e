#if PostgreSQL
import Foundation
import TestSupport
import Testing

@testable import DurableWorkflowsPostgreSQL

@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct CancellationRequestTests {
  /// The server closes some of the connections between `connect` and `write`, which raises SIGPIPE:
  /// about 2 of 100 requests, so 2,000 end the process that does not suppress it.
  @Test func aServerThatStopsMeanwhileEndsNoProcess() async throws {
    let relay = try FaultyRelay(to: TestServer.shared.get()) { $0 == 1 ? .passedOn : .closed }
    defer { relay.remove() }
    let info = try ConnectionInfo(relay.url)
    try await onThread {
      let pipe = try #require(WakePipe())
      let handle = try LibPQHandle(info, pipe, until: .now + .seconds(20)) { false }
      #expect(handle.cancellation() == nil)
      handle.abandon()
      let cancellation = try #require(handle.cancellation())
      for _ in 0..<2_000 { cancellation.send() }
    }
  }
}
#endif

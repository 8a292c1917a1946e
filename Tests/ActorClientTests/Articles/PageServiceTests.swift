// The tests of the article "On a server".

import Futures
import FuturesTesting
import Testing

struct PageServiceTests {
  private let loads = ManualCalls<String, Page, any Error>()
  private let clock = ManualClock()
  private let connections: ConcurrencyLimit
  private let service: PageService

  init() {
    let loads = loads
    connections = ConcurrencyLimit(1, maxWaiting: 1)
    service = PageService(
      connections: connections,
      clock: clock
    ) { path in
      try await loads.value(for: path)
    }
  }

  @Test func aClientThatDisconnectsStopsItsLoad() async throws {
    let request = Task { try await service.page(at: "/") }
    try await loads.waitForCalls()
    request.cancel()  // as the server does when the connection closes
    await #expect(throws: CancellationError.self) {
      try await request.value
    }
    await #expect(throws: CancellationError.self) {
      try await loads.futures[0].value
    }
  }

  @Test func otherClientsKeepTheirs() async throws {
    let first = Task { try await service.page(at: "/") }
    try await loads.waitForCalls()
    let second = Task { try await service.page(at: "/") }
    try await clock.waitForPendingTimers(2)
    try loads.succeed(Page(text: "Hello"))
    #expect(try await first.value == Page(text: "Hello"))
    #expect(try await second.value == Page(text: "Hello"))
    #expect(loads.inputs == ["/"])
  }

  @Test func theDeadlineIncludesTheWaitForAConnection() async throws {
    let busy = Promise<Void, any Error>()
    let other = connections.run { busy.future }
    let request = Task { try await service.page(at: "/") }
    try await clock.waitForTimer(dueIn: .seconds(2))
    clock.advance(by: .seconds(2))
    await #expect(throws: TimeoutError.self) { try await request.value }
    #expect(loads.inputs.isEmpty)
    busy.succeed()
    try await other.value
  }

  @Test func aRequestThatWouldWaitInALongLineFailsAtOnce() async throws {
    let busy = Promise<Void, any Error>()
    let running = connections.run { busy.future }
    let waiting = connections.run { busy.future }
    await #expect(throws: LimitExceeded.self) {
      try await service.page(at: "/")
    }
    busy.succeed()
    try await running.value
    try await waiting.value
  }
}

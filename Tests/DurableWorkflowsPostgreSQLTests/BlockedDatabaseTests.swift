#if PostgreSQL
import Dispatch
@_spi(Stores) import DurableWorkflows
import Foundation
import Futures
import TestSupport
import Testing

@testable import DurableWorkflowsPostgreSQL

@Suite(
  .enabled(if: TestServer.isThere, "there is no PostgreSQL"),
  .timeLimit(.minutes(10))
)
struct BlockedDatabaseTests {
  @Test func leasesAreExtendedWhileAllConnectionsAreInUse() async throws {
    let bench = try await StoreBench.shared
    let shared = try LibPQDatabase(
      bench.url,
      options: .init(maxConnections: 2, connectTimeout: .seconds(20))
    )
    defer { shared.close() }
    let timed = try await bench.timed(over: shared)
    try await timed.store.submit("run")
    #expect(try await timed.store.claim().runs.map(\.id) == ["run"])
    let gate = Promise<Void, any Error>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        let held = Promise<Void, any Error>()
        group.addTask {
          try await shared.transaction { _ in
            held.succeed()
            try await gate.future.value
          }
        }
        try await held.future.value
      }
      defer { gate.succeed() }
      // Three leases of 60 seconds.
      for _ in 0..<9 {
        try await timed.pass(.seconds(20))
        #expect(try await timed.store.renew("worker").map(\.id) == ["run"])
      }
    }
    #expect(try await timed.store.claim(by: "other").runs.isEmpty)
  }

  @Test func leasesAreExtendedWhileEveryThreadOfTheConcurrencyPoolIsBlocked() async throws {
    let bench = try await StoreBench.shared
    // A database of its own: what others hold of a shared one stays held while the pool is blocked.
    let own = try LibPQDatabase(bench.url, options: .init(connectTimeout: .seconds(20)))
    defer { own.close() }
    let store = try await PostgreSQLRunStore(own, options: bench.newOptions())
    try await store.submit("run")
    _ = try await store.claim()
    // The connection for renewals is open.
    _ = try await store.renew("worker")
    let count = ProcessInfo.processInfo.activeProcessorCount
    let isExtended = try await onThread {
      let (blocked, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      for _ in 0..<count {
        Task { @concurrent in
          blocked.signal()
          Self.wait(for: gate)
        }
      }
      for _ in 0..<count { blocked.wait() }
      defer { for _ in 0..<count { gate.signal() } }
      let extended = DispatchSemaphore(value: 0)
      // As the process that works on runs does.
      let executor = ContextTaskExecutor(.queue(DispatchQueue(label: "renewals")))
      Task(executorPreference: executor) { @concurrent in
        if try await store.renew("worker").map(\.id) == ["run"] { extended.signal() }
      }
      // The limit is for a failure only.
      return extended.wait(timeout: .now() + 300) == .success
    }
    #expect(isExtended)
  }

  @Test func aRenewalWaitsForARunWhoseRowIsLockedAfterTheOthers() async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions()
    let store = try await PostgreSQLRunStore(bench.database, options: options)
    for id in ["locked", "other"] { try await store.submit(id) }
    #expect(try await store.claim(limit: 2).runs.count == 2)
    let runs = "\"\(options.schema)\".runs"
    try await bench.database.query("UPDATE \(runs) SET until = 1 WHERE id = 'other'")
    let news = try await bench.database.transaction { session in
      _ = try await session.query("SELECT FROM \(runs) WHERE id = 'locked' FOR UPDATE", [])
      let renewal = Task { try await store.renew("worker") }
      try await bench.untilALockIsWaited(by: runs)
      let other = try await bench.database.query("SELECT until FROM \(runs) WHERE id = 'other'")
      #expect(other.first?[0].integer ?? 0 > 1)
      return renewal
    }
    #expect(Set(try await news.value.map(\.id)) == ["locked", "other"])
  }

  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
#endif

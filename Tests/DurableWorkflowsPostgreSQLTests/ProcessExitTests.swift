#if PostgreSQL
import DurableWorkflowsPostgreSQL
import Foundation
import Testing

@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct ProcessExitTests {
  @Test func aProcessMayExitWhileConnectionsAreOpened() async throws {
    let url = try TestServer.shared.get().url
    for _ in 0..<8 {
      await #expect(processExitsWith: .exitCode(7)) { [url = url as String] in
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<8 {
            group.addTask { await openAndClose(url, times: 3) }
          }
          await group.waitForAll()
        }
        for _ in 0..<8 {
          Task { await openAndClose(url, times: .max) }
        }
        await openAndClose(url, times: 3)
        exit(7)
      }
    }
  }
}

private func openAndClose(_ url: String, times: Int) async {
  for _ in 0..<times {
    guard let database = try? LibPQDatabase(url) else { return }
    _ = try? await database.query("SELECT 1", [])
    database.close()
  }
}
#endif

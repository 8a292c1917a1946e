// The code of the article "On a server", word for word: `scripts/check-code.py` compares the
// two.

import Futures

struct Page: Sendable, Equatable { let text: String }

final class PageService: Sendable {
  private let pages: SharedLoads<String, Page, any Error>
  private let connections: ConcurrencyLimit
  private let clock: any Clock<Duration>
  private let load: @Sendable (_ path: String) async throws -> Page

  init(
    connections: ConcurrencyLimit,
    clock: any Clock<Duration> = ContinuousClock(),
    load: @escaping @Sendable (_ path: String) async throws -> Page
  ) {
    pages = SharedLoads(
      keeping: .upTo(1_000, for: .seconds(60)),
      clock: clock
    )
    self.connections = connections
    self.clock = clock
    self.load = load
  }

  func page(at path: String) async throws -> Page {
    try await withTimeout(.seconds(2), clock: clock) {
      try await self.pages.value(for: path) {
        try await self.connections.withPermit {
          try await self.load(path)
        }
      }
    }
  }
}

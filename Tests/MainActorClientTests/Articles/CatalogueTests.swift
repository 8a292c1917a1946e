// The tests of the article "In a SwiftUI app".

import Futures
import FuturesTesting
import Testing

struct CatalogueTests {
  private let clock = ManualClock()
  private let requests = ManualCalls<String, [Product], any Error>()
  private let catalogue: Catalogue
  private let socks = Product(id: 1, name: "Socks")

  init() {
    let requests = requests
    let shop = Shop(
      products: { query in try await requests.value(for: query) },
      clock: clock
    )
    catalogue = Catalogue(shop: shop)
  }

  @Test func aNewQueryReplacesTheOneBefore() async throws {
    catalogue.query = "so"
    let first = Task { await catalogue.search() }
    try await clock.waitForTimer(dueIn: .milliseconds(300))
    first.cancel()  // as `.task(id:)` does
    await first.value

    catalogue.query = "socks"
    let second = Task { await catalogue.search() }
    try await clock.waitForTimer(dueIn: .milliseconds(300))
    clock.advance(by: .milliseconds(300))
    try await requests.waitForCalls()
    try requests.succeed([socks])
    await second.value
    #expect(requests.inputs == ["socks"])
    #expect(catalogue.products == [socks])
    #expect(catalogue.message == nil)
  }

  @Test func aSlowShopIsReported() async throws {
    let search = Task { await catalogue.search() }
    try await clock.waitForTimer(dueIn: .milliseconds(300))
    clock.advance(by: .milliseconds(300))
    try await clock.waitForTimer(dueIn: .seconds(10))
    clock.advance(by: .seconds(10))
    await search.value
    #expect(catalogue.message == "The shop does not answer.")
  }

  @Test func aRefreshContinuesWithoutItsView() async throws {
    let pull = Task { await catalogue.reload() }
    try await requests.waitForCalls()
    pull.cancel()
    await pull.value
    #expect(requests.pendingCount == 1)
    #expect(catalogue.message == nil)
  }
}

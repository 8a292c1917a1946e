import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Synchronization
import Testing

@testable import OrdersKit

@Suite(.timeLimit(.minutes(10)))
struct ShopTests {
  private let folder = TemporaryFolder()

  @Test func anOrderIsShippedWhenItIsApproved() async throws {
    let shop = try Shop(store: .inMemory(), folder: folder.url)
    try await shop.submit(Order(id: "order-1", item: "lamp", amount: 10))
    #expect(await shop.work.work() == .idle)
    #expect(try await shop.orders().map(\.status) == [.waiting])
    #expect(try await shop.approve("order-1", by: "Mia") == .kept)
    #expect(try await shop.approve("order-1", by: "Tom") == .taken)
    #expect(await shop.work.work() == .idle)
    let run = try shop.runs.run(of: shop.fulfil, id: "order-1")
    #expect(try await run.value.approvedBy == "Mia")
    let report = try await shop.report()
    #expect(report.isFine)
    #expect(report.rows.map(\.charged) == [1])
    #expect(report.rows.map(\.times) == [[.reserve: 1, .charge: 1, .pack: 1, .ship: 1]])
  }

  @Test func aNumberThatIsTakenIsNotUsedAgain() async throws {
    let shop = try Shop(store: .inMemory(), folder: folder.url)
    let make = { (number: Int) in Order(id: "order-\(number)", item: "lamp", amount: 10) }
    // As when the first order was removed.
    try await shop.submit(make(2))
    #expect(try await shop.add(make).id == "order-3")
    #expect(try await shop.add(make).id == "order-4")
    #expect(try await shop.orders().map(\.id) == ["order-2", "order-3", "order-4"])
  }

  @Test func thousandsOfOrdersAreListed() async throws {
    let shop = try Shop(store: .inMemory(), folder: folder.url)
    let submissions = try (1...2001).map { number in
      let order = Order(id: "order-\(number)", item: "lamp", amount: 10)
      return try shop.runs.submission(of: shop.fulfil, id: order.id, input: order)
    }
    _ = try await shop.runs.submit(submissions)
    #expect(try await shop.orders().map(\.id) == (1...2001).map { "order-\($0)" })
  }

  @Test func anApprovalOfAnOrderThatIsNotThereIsRefused() async throws {
    let shop = try Shop(store: .inMemory(), folder: folder.url)
    #expect(try await shop.approve("order-1", by: "Mia") != .kept)
  }

  @Test func theShopFindsItsOrdersWhenItIsOpenedAgain() async throws {
    let first = try await Shop.open(in: folder.url)
    try await first.submit(Order(id: "order-1", item: "lamp", amount: 10))
    let second = try await Shop.open(in: folder.url)
    #expect(try await second.orders().map(\.id) == ["order-1"])
  }

  @Test func aCancelledOrderIsUndone() async throws {
    let lines = Mutex<[String]>([])
    let shop = try Shop(store: .inMemory(), folder: folder.url) { line in
      lines.withLock { $0.append(line) }
    }
    try await shop.submit(Order(id: "order-1", item: "lamp", amount: 10))
    #expect(await shop.work.work() == .idle)
    _ = try await shop.runs.cancel("order-1")
    #expect(await shop.work.work() == .idle)
    #expect(try await shop.orders().map(\.status) == [.cancelled])
    let report = try await shop.report()
    #expect(report.isFine)
    #expect(report.rows.map(\.charged) == [0])
    let undone = lines.withLock { $0.filter { $0.hasSuffix("back") } }
    #expect(undone == ["order-1: the money is given back", "order-1: the lamp is put back"])
    // What is undone is not continued as if it had been set aside.
    #expect(try await !shop.reopen("order-1"))
  }

  /// Or else the other bank would charge again.
  @Test func eachNameOfAFileLeadsToTheSameBank() async throws {
    let file = folder.url.appending(path: "shop.sqlite")
    let link = folder.url.appending(path: "link.sqlite")
    let names = [file.path, folder.url.path + "/./shop.sqlite", link.path]
    for (number, name) in names.enumerated() {
      let shop = try await Shop.open(in: nil, store: name)
      if number == 0 {
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      }
      try await shop.submit(Order(id: "order-\(number)", item: "lamp", amount: 10))
      #expect(await shop.work.work() == .idle)
      #expect(try await shop.report().rows.map(\.charged) == Array(repeating: 1, count: number + 1))
    }
  }

  @Test func theFileInAFolderHasTheBankOfTheFolder() async throws {
    let first = try await Shop.open(in: folder.url)
    try await first.submit(Order(id: "order-1", item: "lamp", amount: 10))
    #expect(await first.work.work() == .idle)
    let file = folder.url.appending(path: "orders.sqlite").path
    let second = try await Shop.open(in: nil, store: file)
    #expect(try await second.report().rows.map(\.charged) == [1])
  }

  @Test func anotherFileHasAnotherBank() async throws {
    for place in ["a", "b", "é", "ü"] {
      let folder = folder.url.appending(path: place)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let shop = try await Shop.open(in: nil, store: folder.appending(path: "host=a.sqlite").path)
      try await shop.submit(Order(id: "order-1", item: "lamp", amount: 10))
      #expect(await shop.work.work() == .idle)
      #expect(try await shop.report().rows.map(\.charged) == [1])
    }
  }

  @Test func aFolderThatIsAFileIsNamed() async throws {
    let file = folder.url.appending(path: "file")
    try Data().write(to: file)
    let error = await #expect(throws: NoFolder.self) { _ = try await Shop.open(in: file) }
    #expect(error?.description.contains(file.path) == true)
  }

  /// Such a store has no file, whose name would have the password.
  @Test(arguments: [
    "mysql://mia:SeCrEt@db/orders", "jdbc:postgresql://mia:SeCrEt@db/orders",
    "POSTGRES://mia:SeCrEt@/orders?host=/nowhere", " postgres://mia:SeCrEt@/orders?host=/nowhere\n",
    "postgres:mia:SeCrEt@orders", "user=mia password=SeCrEt host=/nowhere",
    "sslmode=disable password=SeCrEt host=/nowhere",
  ])
  func aDatabaseIsNoFile(store: String) async throws {
    let error = await #expect(throws: (any Error).self) {
      _ = try await Shop.open(in: folder.url, store: store)
    }
    let message = "\(try #require(error))"
    #expect(!message.contains("SeCrEt"), "\(message)")
    let isOther = store.contains("mysql") || store.hasPrefix("jdbc")
    #if PostgreSQL
    #expect(message.contains(isOther ? "is something else" : "The database"))
    #else
    #expect(message.contains(isOther ? "is something else" : "is not built into"))
    #endif
  }
}

#if Page
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Hummingbird
import OrdersKit
import Testing

@testable import OrdersPage

@Suite(.timeLimit(.minutes(10)))
struct OrderServerTests {
  private let store = RunStore.inMemory()

  /// A client of a shop whose orders nobody works on.
  private func client() async throws -> PageClient {
    let store = store
    let folder = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID())")
    let book = try await MainActor.run {
      OrderBook(of: try Shop(store: store, folder: folder))
    }
    return PageClient(OrderServer(book))
  }

  @Test func anOrderIsAddedApprovedAndCancelled() async throws {
    let client = try await client()
    let added = try await client.post("/orders", "item=a+%26+b&amount=7")
    #expect(added.status == .seeOther && added.headers[.location] == "/?said=added")
    let list = try await client.get("/?said=added")
    #expect(list.status == .ok && list.text.contains("a &amp; b, 7 €"))
    #expect(list.text.contains("1 queued.") && list.text.contains("The order was added."))
    let approved = try await client.post("/orders/order-1/approve", "by=Mia&back=list")
    #expect(approved.headers[.location] == "/?said=approved")
    let again = try await client.post("/orders/order-1/approve", "by=Tom")
    #expect(again.headers[.location] == "/orders/order-1?said=approved-before")
    let cancelled = try await client.post("/orders/order-1/cancel", "")
    #expect(cancelled.headers[.location] == "/orders/order-1?said=cancelled")
    let page = try await client.get("/orders/order-1?said=cancelled")
    #expect(page.text.contains("The order was cancelled."))
    #expect(try await store.storage.load("order-1")?.state == .ended(.failure(.cancelled)))
    let signal = try await store.storage.load("order-1")?.signals["approval"]?.value
    #expect(signal.map { String(decoding: $0, as: UTF8.self) } == #"{"by":"Mia"}"#)
  }

  @Test func theTraceIsAPicture() async throws {
    let client = try await client()
    _ = try await client.post("/orders", "item=lamp&amount=7")
    let svg = try await client.get("/orders/order-1/trace.svg")
    #expect(svg.headers[.contentType] == "image/svg+xml; charset=utf-8")
    #expect(svg.text.hasPrefix("<svg"))
  }

  @Test func aFormOfAnotherSiteIsRefused() async throws {
    let client = try await client()
    let headers: [HTTPFields] = [
      [.init("Sec-Fetch-Site")!: "cross-site"], [.origin: "https://evil.example"],
      [.origin: "null"],
    ]
    for header in headers {
      let answer = try await client.post("/orders", "item=lamp&amount=7", header)
      #expect(answer.status == .forbidden, "\(header)")
    }
    #expect(try await store.storage.counts().isEmpty)
    let own: HTTPFields = [.origin: "http://localhost:8080"]
    #expect(try await client.post("/orders", "item=lamp&amount=7", own).status == .seeOther)
  }

  @Test(arguments: [
    "http://localhost:3000", "http://evil.example:8080", "http://localhost", "localhost:8080",
    "http://localhost:8080.evil.example", "null", "",
  ])
  func aFormOfAnotherOriginIsRefused(origin: String) async throws {
    let answer = try await client().post("/orders", "item=lamp&amount=7", [.origin: origin])
    #expect(answer.status == .forbidden)
    #expect(try await store.storage.counts().isEmpty)
  }

  /// The name of another site may lead here when a page of it is open already; for the browser,
  /// that page and the one of the shop are one site then.
  @Test(arguments: [
    "evil.example:8080", "localhost.evil.example:8080", "evil.example", "127.0.0.1.evil:8080",
    "localhost:8080@evil.example", "localhost:x", "", nil,
  ])
  func aRequestForAnotherNameIsRefused(host: String?) async throws {
    let client = try await client()
    let headers: HTTPFields = [
      .origin: "http://\(host ?? "")", .init("Sec-Fetch-Site")!: "same-origin",
    ]
    let added = try await client.post("/orders", "item=lamp&amount=7", headers, at: host)
    #expect(added.status == .misdirectedRequest)
    #expect(try await store.storage.counts().isEmpty)
    let list = try await client.get("/", at: host)
    #expect(list.status == .misdirectedRequest && !list.text.contains("New order"))
    #expect(list.text.contains("http://localhost:8080"))
  }

  @Test(arguments: ["localhost:8080", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080"])
  func thePageHasTheNamesOfThisComputer(host: String) async throws {
    let client = try await client()
    #expect(try await client.get("/", at: host).status == .ok)
    let own: HTTPFields = [.origin: "http://\(host)"]
    let added = try await client.post("/orders", "item=lamp&amount=7", own, at: host)
    #expect(added.status == .seeOther)
  }

  @Test func thePortIsThatOfTheServer() {
    #expect(LocalNames.isLocal("localhost:8080", port: 8080))
    #expect(LocalNames.isLocal("localhost", port: 80))
    for host in ["localhost", "localhost:80", "localhost:8081", "localhost:99999"] {
      #expect(!LocalNames.isLocal(host, port: 8080), "\(host)")
    }
  }

  @Test(arguments: [
    "", "item=lamp", "item=&amount=7", "item=lamp&amount=0", "item=lamp&amount=x",
    "item=\(String(repeating: "x", count: 81))&amount=7",
  ])
  func aFormThatIsIncompleteIsRefused(form: String) async throws {
    let answer = try await client().post("/orders", form)
    #expect(answer.status == .badRequest)
    #expect(answer.text.contains("<h1>This did not work</h1>"))
    #expect(try await store.storage.counts().isEmpty)
  }

  @Test func aFormThatIsTooLongIsRefused() async throws {
    let item = String(repeating: "x", count: 5000)
    let answer = try await client().post("/orders", "item=\(item)&amount=7")
    #expect(answer.status == .contentTooLarge && answer.text.contains("The form is too long."))
  }

  /// Orders that look the same are as many as were added.
  @Test func manyMayAddTheSameAtTheSameTime() async throws {
    let client = try await client()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let added = try await client.post("/orders", "item=lamp&amount=7")
          #expect(added.status == .seeOther)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.storage.counts() == [.queued: 20])
  }

  /// A database of PostgreSQL does not look for such a run.
  @Test func anOrderWithANullCharacterIsNotThere() async throws {
    let client = try await client()
    let run = RunSubmission(id: "a\0b", workflow: "fulfil order", input: Data())
    _ = try await store.storage.submit(run)
    #expect(try await client.get("/orders/a%00b").status == .notFound)
    #expect(try await client.post("/orders/a%00b/approve", "by=Mia").status == .notFound)
  }

  @Test func whatIsNotThereIsAPageThatSaysSo() async throws {
    let client = try await client()
    for path in ["/orders/order-9", "/orders/order-9/trace.svg", "/orders/%3Cb%3E", "/nowhere"] {
      let answer = try await client.get(path)
      #expect(answer.status == .notFound, "\(path)")
      #expect(answer.text.contains("All orders"), "\(path)")
    }
  }

  @Test func aProgramMayAskForTheHeadOnly() async throws {
    let answer = try await client().head("/")
    #expect(answer.status == .ok && answer.text.isEmpty)
  }

  /// An order may have been added although the store did not answer.
  @Test func anOutageAfterAFormAsksToLookFirst() async throws {
    struct Outage: Error {}
    let router = Router(context: PageContext.self)
    router.add(middleware: ErrorPages())
    router.get("/") { _, _ -> Response in throw Outage() }
    router.post("/orders") { _, _ -> Response in throw Outage() }
    let client = PageClient(router)
    let list = try await client.get("/")
    #expect(list.status == .serviceUnavailable && list.text.contains("answered. Try again."))
    let added = try await client.post("/orders", "item=lamp&amount=7")
    #expect(added.status == .serviceUnavailable && !added.text.contains("answered. Try again."))
    #expect(added.text.contains("look at the list of orders before you try again"))
  }

  @Test func pagesRunNoScripts() async throws {
    let page = try await client().get("/")
    #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
    #expect(!page.text.contains("<script"))
  }
}
#endif

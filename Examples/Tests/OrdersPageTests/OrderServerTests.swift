#if Page
import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Hummingbird
import OrdersKit
import OrdersPage
import Testing

@Suite(.timeLimit(.minutes(1)))
struct OrderServerTests {
  private let store = InMemoryRunStore(now: 1_741_942_502_000)

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
    #expect(try await store.load("order-1")?.state == .ended(.failure(.cancelled)))
    let signal = try await store.load("order-1")?.signals["approval"]?.value
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
    #expect(try await store.counts().isEmpty)
    let own: HTTPFields = [.origin: "http://localhost:8080"]
    #expect(try await client.post("/orders", "item=lamp&amount=7", own).status == .seeOther)
  }

  @Test(arguments: [
    "", "item=lamp", "item=&amount=7", "item=lamp&amount=0", "item=lamp&amount=x",
    "item=\(String(repeating: "x", count: 81))&amount=7",
  ])
  func aFormThatIsIncompleteIsRefused(form: String) async throws {
    let answer = try await client().post("/orders", form)
    #expect(answer.status == .badRequest)
    #expect(answer.text.contains("<h1>This did not work</h1>"))
    #expect(try await store.counts().isEmpty)
  }

  @Test func whatIsNotThereIsAPageThatSaysSo() async throws {
    let client = try await client()
    for path in ["/orders/order-9", "/orders/order-9/trace.svg", "/orders/%3Cb%3E", "/nowhere"] {
      let answer = try await client.get(path)
      #expect(answer.status == .notFound, "\(path)")
      #expect(answer.text.contains("All orders"), "\(path)")
    }
  }

  @Test func pagesRunNoScripts() async throws {
    let page = try await client().get("/")
    #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
    #expect(!page.text.contains("<script"))
  }
}
#endif

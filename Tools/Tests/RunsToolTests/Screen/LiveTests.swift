@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import FlyingFox
import Foundation
import FuturesTesting
import RunsScreen
import Testing

@Suite struct LiveTests {
  /// The events of a page, one after the other.
  private struct Events {
    private var body: HTTPBodySequence.Iterator

    init(_ response: HTTPResponse) throws {
      guard case .httpBody(let body) = response.payload else { throw CancellationError() }
      self.body = body.makeAsyncIterator()
    }

    /// Returns the next event, without the frame of its chunk.
    mutating func next() async throws -> String {
      let chunk = String(decoding: try await body.next() ?? Data(), as: UTF8.self)
      return chunk.split(separator: "\r\n").dropFirst().joined()
    }
  }

  private func seen(_ page: Visitor.Answer) throws -> Substring {
    try #require(page.text.firstMatch(of: #/data-seen="([0-9a-f]+)"/#)).1
  }

  @Test(.timeLimit(.minutes(1))) func anOpenPageIsToldWhatChanges() async throws {
    let orders = try await Orders.ofEachStatus()
    let away = AwayStore(orders.store.storage)
    let visitor = try Visitor(of: RunStore(away))
    let first = try seen(try await visitor.get("/?status=queued"))
    let response = try await visitor.ask(.GET, "/events?seen=\(first)&page=%2F%3Fstatus%3Dqueued")
    #expect(response.headers[.contentType] == "text/event-stream")
    var events = try Events(response)
    #expect(try await events.next() == ": open\n\n")
    try await orders.submit("order-8")
    try await visitor.look()
    let second = try seen(try await visitor.get("/?status=queued"))
    #expect(second != first)
    #expect(try await events.next() == "event: change\ndata: \(second)\n\n")
    away.leave()
    try await visitor.look()
    #expect(try await events.next() == "event: away\ndata: away\n\n")
    away.comeBack()
    try await visitor.look()
    #expect(try await events.next() == "event: change\ndata: \(second)\n\n")
  }

  @Test(.timeLimit(.minutes(1))) func aPageThatShowsSomethingElseIsToldSo() async throws {
    let visitor = try Visitor(of: try await Orders.ofEachStatus().store)
    var events = try Events(
      try await visitor.ask(.GET, "/events?seen=0&page=%2Frun%3Fid%3Dorder-1")
    )
    #expect(try await events.next() == ": open\n\n")
    try await visitor.look()
    #expect(try await events.next().hasPrefix("event: change\n"))
    #expect(try await visitor.get("/events?page=%2Factions").code == 404)
  }

  @Test(.timeLimit(.minutes(1))) func aFileThatWasRemovedOrReplacedIsNoStore() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let elsewhere = file.appendingPathExtension("moved")
    defer { for url in [file, elsewhere] { try? FileManager.default.removeItem(at: url) } }
    try Data().write(to: file)
    let orders = try await Orders.ofEachStatus()
    let visitor = try Visitor(of: orders.store, file: StoreFile(file.path))
    let form = try await visitor.get("/act?do=cancel&of=order-3").field("form") ?? ""
    let seen = try seen(try await visitor.get("/"))
    var events = try Events(try await visitor.ask(.GET, "/events?seen=\(seen)&page=%2F"))
    #expect(try await events.next() == ": open\n\n")
    try FileManager.default.moveItem(at: file, to: elsewhere)
    try Data().write(to: file)
    try await visitor.look()
    #expect(try await events.next() == "event: change\ndata: gone\n\n")
    #expect(try await visitor.get("/").text.contains("Its file was removed or replaced"))
    #expect(try await visitor.post("/act", "do=cancel&of=order-3&form=\(form)").code == 503)
    #expect(try await orders.status(of: "order-3") == .waiting)
    try FileManager.default.removeItem(at: file)
    #expect(try await visitor.get("/queues").code == 503)
    try FileManager.default.moveItem(at: elsewhere, to: file)
    #expect(try await visitor.get("/").code == 200)
  }

  @Test func onlySoManyPagesAreOpen() async throws {
    let visitor = try Visitor(of: Orders().store, maximumPages: 3)
    var open: [HTTPResponse] = []
    for number in 1...5 {
      let response = try await visitor.ask(.GET, "/events?page=%2F")
      #expect(response.statusCode.code == (number <= 3 ? 200 : 503))
      open.append(response)
    }
    #expect(open.count == 5)
  }
}

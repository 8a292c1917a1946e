@_spi(Stores) import DurableWorkflows
import Foundation
import OrdersKit
import Testing
import Workflows

@testable import OrdersPage

@Suite struct PagesTests {
  private func view(
    _ id: String = "order-1",
    item: String = "lamp",
    _ change: (inout RunRow<Data>) -> Void = { _ in }
  ) throws -> OrderView {
    let order = Order(id: id, item: item, amount: 10)
    var row = RunRow(workflow: "fulfil order", input: try JSONEncoder().encode(order), at: 0)
    change(&row)
    return OrderView(RunDetails(id, row, now: 1000), fraction: 0.5)
  }

  @Test func whatIsInterpolatedIsNoHTML() {
    let text = #"<b>"Tom" & 'Mia'</b>"# + "\u{1B}\u{0}"
    let html: HTML = "<p title=\"\(text)\">\(HTML("<i>1</i>"))\(2)</p>"
    let escaped = "&lt;b&gt;&quot;Tom&quot; &amp; &#39;Mia&#39;&lt;/b&gt;\u{FFFD}\u{FFFD}"
    #expect(html.source == "<p title=\"\(escaped)\"><i>1</i>2</p>")
  }

  @Test func nothingOfAnOrderIsHTML() throws {
    let evil = #"'"><script>alert(1)</script>"#
    let order = try view(evil, item: evil) { row in
      row.state = .setAside(evil)
      row.records[RecordPath("/fulfil order").appending(evil)] = RunRow.Record(
        value: Data(),
        type: "",
        isCompensated: false,
        sequence: 1,
        time: 1000
      )
    }
    let pages = [
      Pages.list([order], counts: [.setAside: 1], notice: nil, refresh: nil),
      Pages.order(order, notice: nil, refresh: nil), Pages.failure(evil, evil),
    ]
    for page in pages {
      let source = page.html.source
      #expect(!source.contains("<script") && !source.contains("'\">"))
      #expect(source.contains("&lt;script&gt;"))
    }
    // In addresses, all of it is one part of the path.
    #expect(pages[0].html.source.contains(#"href="/orders/%27%22%3E%3Cscript%3E"#))
  }

  @Test func eachFieldHasALabel() throws {
    let orders = [try view("order-1"), try view("order-2")]
    let pages = [
      Pages.list(orders, counts: [.queued: 2], notice: .added, refresh: nil),
      Pages.order(orders[0], notice: nil, refresh: 2),
    ]
    for page in pages {
      let source = page.html.source
      let fields = source.matches(of: #/<(?:input|progress) id="([^"]+)"/#).map { $0.output.1 }
      #expect(!fields.isEmpty && Set(fields).count == fields.count)
      for field in fields { #expect(source.contains("<label for=\"\(field)\">"), "\(field)") }
    }
  }

  @Test func anOrderThatGoesOnCanBeApprovedAndCancelled() throws {
    let waiting = try view { row in
      row.state = .ready(at: nil)
      row.awaited = ["approval"]
    }
    #expect(waiting.status == .waiting && waiting.awaitsApproval)
    let source = OrderCard(order: waiting).html.source
    #expect(source.contains(#"<form method="post" action="/orders/order-1/approve">"#))
    #expect(source.contains("/cancel\">") && source.contains("It waits for an approval."))
    let approved = try view { row in
      row.signals["approval"] = RunRow.Signal(value: Data(), arrival: 0)
    }
    #expect(!OrderCard(order: approved).html.source.contains("/approve"))
  }

  @Test func anOrderThatHasEndedHasNoButtons() throws {
    let states: [RunRow<Data>.State] = [
      .ended(.value(Data())), .ended(.failure(.cancelled)), .setAside("It has died too often."),
    ]
    for state in states {
      let order = try view { row in
        row.state = state
        row.awaited = ["approval"]
      }
      #expect(!order.awaitsApproval)
      #expect(!OrderCard(order: order).html.source.contains("<button"))
      #expect(Pages.order(order, notice: nil, refresh: 2).refresh == nil)
    }
  }

  @Test func thePageIsLoadedAnewOnlyIfAskedFor() throws {
    let still = Pages.list([], counts: [:], notice: nil, refresh: nil).html.source
    #expect(!still.contains("http-equiv") && still.contains("There are no orders."))
    let moving = Pages.list([], counts: [:], notice: nil, refresh: 2).html.source
    #expect(moving.contains(#"<meta http-equiv="refresh" content="2">"#))
  }
}

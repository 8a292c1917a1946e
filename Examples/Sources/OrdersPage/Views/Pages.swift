import DurableWorkflows
import OrdersKit

/// The pages of the shop.
enum Pages {
  /// Returns a page with the latest orders and a form for a new one.
  static func list(
    _ orders: [OrderView],
    counts: [DurableRunStatus: Int],
    notice: Notice?,
    refresh: Int?
  ) -> Layout {
    let numbers = DurableRunStatus.allCases.filter { (counts[$0] ?? 0) > 0 }
      .map { "\(counts[$0] ?? 0) \($0.label)" }
    let total = counts.values.reduce(0, +)
    let summary = total == 0 ? "There are no orders." : numbers.joined(separator: ", ") + "."
    let rest: HTML? =
      total > orders.count ? "<p>These are the last \(orders.count) of \(total) orders.</p>" : nil
    return Layout(
      title: "Orders",
      notice: notice,
      refresh: refresh,
      content: """
        <h1>Orders</h1>
        <p>\(summary)</p>
        \(refreshLink(at: "/", refresh))
        <ul class="cards">
        \(orders.map { OrderCard(order: $0).html })</ul>
        \(rest)
        <section class="new" aria-labelledby="new"><h2 id="new">New order</h2>
        <form method="post" action="/orders">
        <label for="item">Item</label>
        <input id="item" name="item" required maxlength="80" value="lamp">
        <label for="amount">Amount in €</label>
        <input id="amount" name="amount" type="number" required min="1" max="100000" value="10">
        <button>Add the order</button>
        </form></section>
        """
    )
  }

  /// Returns a page with all details of one order.
  static func order(_ order: OrderView, notice: Notice?, refresh: Int?) -> Layout {
    let card = OrderCard(order: order)
    let path = "/orders/\(order.id.inPath)"
    let ended: HTML? = order.ended.map { "<dt>Ended</dt><dd>\(TimeText.short($0))</dd>" }
    return Layout(
      title: "\(order.id) – Orders",
      notice: notice,
      refresh: order.isActive ? refresh : nil,
      content: """
        <div class="head"><h1>\(order.id)</h1>\(card.badge)</div>
        \(card.goods)\(card.progress)\(card.remark)\(card.actions(backTo: false))
        \(order.isActive ? refreshLink(at: path, refresh) : nil)
        <dl><dt>Submitted</dt><dd>\(TimeText.short(order.submitted))</dd>\(ended)</dl>
        \(steps(of: order))
        <section aria-labelledby="trace"><h2 id="trace">Trace</h2>
        <p class="picture" tabindex="0" role="region" aria-labelledby="trace"><img src="\(path)/trace.svg" \
        alt="A bar for each recorded step of \(order.id), over the time since its submission; the table of steps \
        says the same."></p></section>
        """
    )
  }

  private static func steps(of order: OrderView) -> HTML {
    if order.steps.isEmpty { return "<h2>Steps</h2><p>No step is recorded yet.</p>" }
    let rows: [HTML] = order.steps.map { step in
      """
      <tr><th scope="row">\(step.name)</th><td>\(TimeText.short(step.time))</td>\
      <td class="number">\(TimeText.duration(step.took))</td></tr>

      """
    }
    return """
      <h2 id="steps">Steps</h2>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="steps"><table>
      <thead><tr><th scope="col">Step</th><th scope="col">Recorded</th><th scope="col" class="number">Took</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div>
      """
  }

  /// Returns a link that turns periodic reloading of the page on or off.
  private static func refreshLink(at path: String, _ refresh: Int?) -> HTML {
    refresh == nil
      ? "<p><a href=\"\(path)?refresh=2\">Load anew every 2 seconds</a></p>"
      : "<p><a href=\"\(path)\">Stop loading anew</a></p>"
  }

  /// Returns a page that reports an error.
  static func failure(_ title: String, _ text: String) -> Layout {
    Layout(
      title: title,
      content: "<h1>\(title)</h1>\n<p>\(text)</p>\n<p><a href=\"/\">All orders</a></p>"
    )
  }
}

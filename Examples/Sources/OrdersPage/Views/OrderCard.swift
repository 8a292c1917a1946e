import DurableWorkflows

/// An order on a page: its state, its progress, and the available actions.
struct OrderCard {
  let order: OrderView

  var badge: HTML {
    "<span class=\"badge \(order.status.rawValue)\">\(order.status.label)</span>"
  }

  var goods: HTML? {
    order.order.map { "<p class=\"goods\">\($0.item), \($0.amount) €</p>" }
  }

  /// What the order waits for, or why it ended.
  var remark: HTML? {
    if let message = order.message, order.status != .cancelled {
      return "<p class=\"remark\">\(message)</p>"
    }
    if order.isCancelRequested, order.isActive {
      return "<p class=\"remark\">It is being cancelled.</p>"
    }
    if order.awaitsApproval { return "<p class=\"remark\">It waits for an approval.</p>" }
    return order.status == .waiting ? "<p class=\"remark\">It waits for its time.</p>" : nil
  }

  var progress: HTML? {
    order.fraction.map { fraction in
      let percent = Int((min(max(fraction, 0), 1) * 100).rounded())
      let id = "progress-\(order.id)"
      return """
        <p class="progress"><label for="\(id)">Recorded: \(percent) %</label>
        <progress id="\(id)" max="100" value="\(percent)">\(percent) %</progress></p>
        """
    }
  }

  /// Returns the forms, which need no script; each returns to the page that it was on.
  func actions(backTo list: Bool) -> HTML? {
    guard order.isActive, !order.isCancelRequested else { return nil }
    let back: HTML = list ? "<input type=\"hidden\" name=\"back\" value=\"list\">" : ""
    let path = "/orders/\(order.id.inPath)"
    let approve: HTML? =
      order.isApproved
      ? nil
      : """
      <form method="post" action="\(path)/approve">\(back)
      <label for="by-\(order.id)">Approved by</label>
      <input id="by-\(order.id)" name="by" required maxlength="80" autocomplete="name">
      <button>Approve<span class="hidden"> \(order.id)</span></button>
      </form>
      """
    return """
      <div class="actions">
      \(approve)<form method="post" action="\(path)/cancel">\(back)
      <button class="quiet">Cancel<span class="hidden"> \(order.id)</span></button>
      </form>
      </div>
      """
  }

  /// The HTML of the order in the list.
  var html: HTML {
    """
    <li class="card">
    <div class="head"><h2><a href="/orders/\(order.id.inPath)">\(order.id)</a></h2>\(badge)</div>
    \(goods)\(progress)\(remark)\(actions(backTo: true))
    </li>

    """
  }
}

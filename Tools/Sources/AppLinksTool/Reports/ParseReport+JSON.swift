import AppLinks
import JSONValues
import ToolSupport

extension ParseReport {
  /// The report for programs, in a documented and stable format.
  var json: OutputJSON {
    .object([
      "input": OutputJSON(shown(link.input.text)),
      "is_app_link": .value(.bool(link.isAppLink)),
      "version": OutputJSON(link.version),
      "target": OutputJSON(shown(link.target.text)),
      "query": pairs(items(of: link.input)),
      "target_query": pairs(items(of: link.target)),
      "data": OutputJSON(data),
      "extras": OutputJSON(extras),
      "referer": referrer,
      "recovered": .list(link.recoveries.map { OutputJSON($0.rawValue) }),
    ])
  }

  private func pairs(_ items: [URLParts.QueryItem]) -> OutputJSON {
    .list(items.map { .list([OutputJSON($0.name), OutputJSON($0.value)]) })
  }

  private var referrer: OutputJSON {
    guard let referrer = link.referrer else { return .value(.null) }
    return .object([
      "url": OutputJSON(shown(referrer.rawURL)),
      "app_name": OutputJSON(referrer.appName),
    ])
  }
}

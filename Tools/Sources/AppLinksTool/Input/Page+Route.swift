import Foundation

extension Page {
  /// Where the page was, as rows of a table for people: through which redirects, and where they
  /// led.
  var routeRows: [[TextTable.Cell]] {
    var rows = redirects.dropFirst().map {
      [TextTable.Cell("Through"), .init($0.absoluteString)]
    }
    if let final = finalURL?.absoluteString, !redirects.isEmpty || final != source?.text {
      rows.append([.init("Led to"), .init(final)])
    }
    return rows
  }

  /// Where the page was, for programs.
  var routeMembers: [OutputJSON.Part] {
    [
      .init(name: "source", value: OutputJSON(source?.text)),
      .init(name: "final_url", value: OutputJSON(finalURL?.absoluteString)),
      .init(name: "redirects", value: .list(redirects.map { OutputJSON($0.absoluteString) })),
      .init(name: "status", value: OutputJSON(status)),
    ]
  }
}

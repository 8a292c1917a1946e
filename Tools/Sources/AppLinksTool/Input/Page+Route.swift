import Foundation
import ToolSupport

extension Page {
  /// The redirects and the final URL as rows of a table for people.
  var routeRows: [[TextTable.Cell]] {
    var rows = redirects.dropFirst().map {
      [TextTable.Cell("Through"), .init(shown($0.absoluteString))]
    }
    if let final = finalURL?.absoluteString, !redirects.isEmpty || final != source?.text {
      rows.append([.init("Led to"), .init(shown(final))])
    }
    return rows
  }

  /// The redirects and the final URL for programs.
  var routeMembers: [OutputJSON.Part] {
    [
      .init(name: "source", value: OutputJSON(source.map { shown($0.text) })),
      .init(name: "final_url", value: OutputJSON(finalURL.map { shown($0.absoluteString) })),
      .init(
        name: "redirects",
        value: .list(redirects.map { OutputJSON(shown($0.absoluteString)) })
      ),
      .init(name: "status", value: OutputJSON(status)),
    ]
  }
}

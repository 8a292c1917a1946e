import AppLinks
import JSONValues
import ToolSupport

extension ParseReport {
  /// Returns the report for people.
  func text(_ style: TextStyle) -> String {
    var sections = [headline(style) + facts(style)]
    sections += section("Query", table(items(of: link.input)), style)
    if link.isAppLink {
      sections += section("Query of the target", table(items(of: link.target)), style)
    }
    if let data {
      let json = OutputJSON.value(.object(data)).rendered(width: 76)
      sections += section("Data", json, style)
    }
    var text = sections.joined(separator: "\n") + Notes(link.diagnostics).text(style)
    if hasSecrets { text += SecretDisplay.footer(style) }
    return text
  }

  private func headline(_ style: TextStyle) -> String {
    switch link.status {
    case .appLink:
      style("An App Link", .green) + " of version \((link.version ?? "1.0").printable)\n"
    case .unsupportedVersion:
      style("An App Link of an unsupported version", .yellow)
        + ": \((link.version ?? "").printable)\n"
    case .plain: style("Not an App Link", .yellow) + ", a plain URL\n"
    }
  }

  private func facts(_ style: TextStyle) -> String {
    var rows = [[TextTable.Cell("Input"), .init(shown(inputWithoutData))]]
    if link.isAppLink {
      rows.append([.init("Target"), .init(shown(targetWithoutData), .bold)])
      if let agent = link.userAgent { rows.append([.init("Created by"), .init(agent)]) }
    }
    if let referrer = link.referrer {
      let name = referrer.displayName
      rows.append([
        .init("Referrer"), .init((name.isEmpty ? "" : "\(name), ") + shown(referrer.rawURL)),
      ])
    }
    return TextTable(rows: rows, indent: 2).rendered(style)
  }

  private func table(_ items: [URLParts.QueryItem]) -> (TextStyle) -> String {
    let rows = items.map { item in
      let isData = item.name == Self.parameter && data != nil
      return [
        TextTable.Cell(item.name),
        isData ? .init("(see below)", .dim) : TextTable.Cell(item.value),
      ]
    }
    return TextTable(rows: rows, indent: 2).rendered
  }

  private func section(
    _ title: String,
    _ body: (TextStyle) -> String,
    _ style: TextStyle
  ) -> [String] { section(title, body(style), style) }

  private func section(_ title: String, _ body: String, _ style: TextStyle) -> [String] {
    body.isEmpty ? [] : [style(title, .bold) + "\n" + body]
  }
}

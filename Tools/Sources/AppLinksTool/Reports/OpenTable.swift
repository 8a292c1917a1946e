import AppLinks
import ToolSupport

/// The result of opening a link on every kind of device, side by side.
struct OpenTable {
  private let page: Page
  private let reports: [OpenReport]

  init(of page: Page, _ reports: [OpenReport]) {
    self.page = page
    self.reports = reports
  }

  /// The diagnostics, which are the same for all devices.
  private var diagnostics: [AppLinkDiagnostic] { reports.first?.resolution.diagnostics ?? [] }

  /// Returns the table for people.
  func text(_ style: TextStyle) -> String {
    let table = TextTable(["Device", "Opens", "URL"], rows: reports.map(row))
    return style(page.shownName.printable, .bold) + " on every device\n"
      + TextTable(rows: page.routeRows).rendered(style) + "\n" + table.rendered(style)
      + Notes(diagnostics).text(style)
  }

  /// The table for programs, in a documented and stable format.
  var json: OutputJSON {
    let devices = reports.map { report in
      let idiom = OutputJSON(report.resolution.idiom.rawValue)
      return OutputJSON.members([.init(name: "idiom", value: idiom)] + report.planMembers)
    }
    return .members(
      page.routeMembers + [
        .init(name: "devices", value: .list(devices)),
        .init(name: "diagnostics", value: .list(diagnostics.map(\.json))),
      ]
    )
  }

  private func row(_ report: OpenReport) -> [TextTable.Cell] {
    let device = TextTable.Cell(report.resolution.idiom.rawValue)
    guard let step = report.opened else { return [device, .init("nothing", .red), .init(nil)] }
    let name = OpenReport.name(of: step)
    let url = TextTable.Cell(report.shown(step))
    if case .unknown = report.preview.expectation {
      return [device, .init("\(name), if the user agrees", .yellow), url]
    }
    return [device, .init(name, .green), url]
  }
}

import AppLinks
import ToolSupport

/// The result of resolving a page for every kind of device, side by side.
struct DeviceTable {
  let page: Page
  let resolutions: [Resolution]

  init(of page: Page) {
    self.page = page
    resolutions = DeviceIdiom.allCases.map { Resolution(of: page, for: $0) }
  }

  /// The diagnostics, which are the same for all devices.
  private var diagnostics: [AppLinkDiagnostic] { resolutions.first?.diagnostics ?? [] }

  /// Returns the table for people.
  func text(_ style: TextStyle) -> String {
    let facts = resolutions.first?.facts(style, hasDevice: false) ?? ""
    let table = TextTable(["Device", "#", "App", "URL", "Store ID or package"], rows: rows)
    return facts + "\n" + table.rendered(style) + Notes(diagnostics).text(style)
  }

  /// The table for programs, in a documented and stable format.
  var json: OutputJSON {
    let devices = resolutions.map { resolution in
      OutputJSON.object([
        "idiom": OutputJSON(resolution.idiom.rawValue),
        "targets": resolution.jsonOfTargets,
      ])
    }
    return .members(
      page.routeMembers + [
        .init(name: "devices", value: .list(devices)),
        .init(name: "web", value: OutputJSON(resolutions.first?.web.map(page.shown))),
        .init(name: "diagnostics", value: .list(diagnostics.map(\.json))),
      ]
    )
  }

  private var rows: [[TextTable.Cell]] {
    resolutions.flatMap { resolution in
      let device = TextTable.Cell(resolution.idiom.rawValue)
      if resolution.targets.isEmpty { return [[device, .init(nil), .init("no app", .dim)]] }
      return resolution.targets.enumerated().map { index, target in
        [
          device, .init("\(index + 1)"), .init(target.appName),
          .init(target.rawURL.map(page.shown), .green),
          .init(DeviceTable.identifier(of: target)),
        ]
      }
    }
  }

  /// Returns the identifier of the app in its store.
  private static func identifier(of target: AppLinkTarget) -> String? {
    switch target {
    case .apple(let app): app.appStoreID
    case .android(let app): app.packageName
    case .windows(let app): app.appID
    }
  }
}

import AppLinks

/// What a page means for every kind of device, side by side.
struct DeviceTable {
  let page: Page
  let resolutions: [Resolution]

  init(of page: Page) {
    self.page = page
    resolutions = DeviceIdiom.allCases.map { Resolution(of: page, for: $0) }
  }

  /// What was odd, which is the same for all devices.
  private var diagnostics: [AppLinkDiagnostic] { resolutions.first?.diagnostics ?? [] }

  /// The table for people.
  func text(_ style: TextStyle) -> String {
    let facts = resolutions.first?.facts(style, hasDevice: false) ?? ""
    let table = TextTable(["Device", "#", "App", "URL", "Store ID or package"], rows: rows)
    return facts + "\n" + table.rendered(style) + Notes(diagnostics).text(style)
  }

  /// The table for programs; its form is documented and kept.
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
        .init(name: "web", value: OutputJSON(resolutions.first?.web)),
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
          device, .init("\(index + 1)"), .init(target.appName), .init(target.rawURL, .green),
          .init(DeviceTable.identifier(of: target)),
        ]
      }
    }
  }

  /// What names the app to its store.
  private static func identifier(of target: AppLinkTarget) -> String? {
    switch target {
    case .apple(let app): app.appStoreID
    case .android(let app): app.packageName
    case .windows(let app): app.appID
    }
  }
}

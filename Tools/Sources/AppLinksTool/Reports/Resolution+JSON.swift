import AppLinks
import Foundation
import ToolSupport

extension Resolution {
  /// The resolution for programs, in a documented and stable format.
  var json: OutputJSON {
    .members(
      page.routeMembers + [
        .init(name: "idiom", value: OutputJSON(idiom.rawValue)),
        .init(name: "targets", value: jsonOfTargets),
        .init(name: "web", value: OutputJSON(web.map(page.shown))),
        .init(name: "diagnostics", value: .list(diagnostics.map(\.json))),
      ]
    )
  }

  var jsonOfTargets: OutputJSON { .list(targets.map(json)) }

  private func json(_ target: AppLinkTarget) -> OutputJSON {
    switch target {
    case .apple(let app):
      .object([
        "url": OutputJSON(app.rawURL.map(page.shown)),
        "app_store_id": OutputJSON(app.appStoreID),
        "app_name": OutputJSON(app.appName),
      ])
    case .android(let app):
      .object([
        "url": OutputJSON(app.rawURL.map(page.shown)),
        "app_name": OutputJSON(app.appName),
        "package": OutputJSON(app.packageName),
        "class": OutputJSON(app.className),
      ])
    case .windows(let app):
      .object([
        "url": OutputJSON(app.rawURL.map(page.shown)),
        "app_name": OutputJSON(app.appName),
        "app_id": OutputJSON(app.appID),
      ])
    }
  }
}

extension AppLinkDiagnostic {
  /// The diagnostic for programs.
  var json: OutputJSON {
    .object([
      "code": OutputJSON(code.rawValue),
      "message": OutputJSON(message),
      "line": OutputJSON(line),
      "column": OutputJSON(column),
    ])
  }
}

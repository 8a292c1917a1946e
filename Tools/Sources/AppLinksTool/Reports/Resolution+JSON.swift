import AppLinks
import Foundation

extension Resolution {
  /// The resolution for programs; its form is documented and kept.
  var json: OutputJSON {
    .object([
      "source": OutputJSON(page.source?.text),
      "final_url": OutputJSON(page.finalURL?.absoluteString),
      "status": OutputJSON(page.status),
      "idiom": OutputJSON(idiom.rawValue),
      "targets": .list(targets.map(Resolution.json)),
      "web": OutputJSON(web),
      "diagnostics": .list(diagnostics.map(Resolution.json)),
    ])
  }

  private static func json(_ target: AppLinkTarget) -> OutputJSON {
    switch target {
    case .apple(let app):
      .object([
        "url": OutputJSON(app.rawURL),
        "app_store_id": OutputJSON(app.appStoreID),
        "app_name": OutputJSON(app.appName),
      ])
    case .android(let app):
      .object([
        "url": OutputJSON(app.rawURL),
        "app_name": OutputJSON(app.appName),
        "package": OutputJSON(app.packageName),
        "class": OutputJSON(app.className),
      ])
    case .windows(let app):
      .object([
        "url": OutputJSON(app.rawURL),
        "app_name": OutputJSON(app.appName),
        "app_id": OutputJSON(app.appID),
      ])
    }
  }

  private static func json(_ diagnostic: AppLinkDiagnostic) -> OutputJSON {
    .object([
      "code": OutputJSON(diagnostic.code.rawValue),
      "message": OutputJSON(diagnostic.message),
      "line": OutputJSON(diagnostic.line),
      "column": OutputJSON(diagnostic.column),
    ])
  }
}

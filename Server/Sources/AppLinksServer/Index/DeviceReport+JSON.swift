import AppLinks
import Foundation
import JSONValues

extension DeviceReport {
  var json: JSONValue {
    [
      "idiom": .string(idiom.rawValue),
      "targets": .array(link.targets.map(\.json)),
      "web": JSONValue(link.webURL?.absoluteString),
      "installed": installed.json,
      "not_installed": notInstalled.json,
    ]
  }
}

extension AppLinkTarget {
  /// The target, with its tags' keys.
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "url": JSONValue(rawURL), "app_name": JSONValue(appName), "platform": .string(platform),
    ]
    switch self {
    case .apple(let app): members["app_store_id"] = JSONValue(app.appStoreID)
    case .android(let app):
      members["package"] = JSONValue(app.packageName)
      members["class"] = JSONValue(app.className)
    case .windows(let app): members["app_id"] = JSONValue(app.appID)
    }
    return .object(members)
  }
}

extension NavigationPreview {
  fileprivate var json: JSONValue {
    [
      "outcome": .string(outcome.rawValue),
      "opens": JSONValue(opened?.url.absoluteString),
      "steps": .array(plan.steps.indices.map(json)),
      "left_out": .array(
        plan.skipped.map { reason in
          [
            "code": .string(reason.code.rawValue), "target": JSONValue(reason.targetIndex),
            "message": .string(reason.message),
          ]
        }
      ),
    ]
  }

  private func json(_ index: Int) -> JSONValue {
    let step = plan.steps[index]
    return [
      "kind": .string(step.kind.rawValue),
      "app_name": JSONValue(step.target?.appName),
      "url": .string(step.url.absoluteString),
      "asks_user": .bool(step.needsConfirmation),
      "result": .string(result(index).rawValue),
    ]
  }
}

import AppLinks
import Foundation
import JSONValues

extension DeviceReport {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "idiom": .string(idiom.rawValue),
      "web": JSONValue(link.webURL?.absoluteString),
      "installed": installed.json,
      "not_installed": notInstalled.json,
    ]
    members.set("targets", CappedList(link.targets, maximumBytes: 8 << 10) { $0.json })
    return .object(members)
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
    var members: [String: JSONValue] = [
      "outcome": .string(outcome.rawValue),
      "opens": JSONValue(opened?.url.absoluteString),
    ]
    let steps = CappedList(Array(plan.steps.indices), maximumBytes: 8 << 10) { json($0) }
    members.set("steps", steps)
    let skipped = CappedList(plan.skipped, maximumBytes: 2 << 10) { reason in
      [
        "code": .string(reason.code.rawValue), "target": JSONValue(reason.targetIndex),
        "message": .string(reason.message),
      ]
    }
    members.set("left_out", skipped)
    return .object(members)
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

import AppLinksPublishing
import JSONValues

/// What a tap on a link does according to the association files of its host, and why.
struct WhyReport: Sendable {
  let url: String
  let taps: [TapPrediction]
  let answers: [AssociationAnswer.Platform: AssociationAnswer]
  let findings: [AssociationAnswer.Platform: [LintFinding]]

  /// - Parameters:
  ///   - page: The link.
  ///   - host: Its host with the files.
  ///   - counterpart: The host with `www.` added or removed, if it is known.
  init(_ page: AskedPage, _ host: LinkedHost, counterpart: LinkedHost? = nil) {
    url = page.text
    taps = host.taps(on: page.text)
    var answers: [AssociationAnswer.Platform: AssociationAnswer] = [:]
    for platform in [AssociationAnswer.Platform.apple, .android] {
      answers[platform] = host.answer(for: page.text, on: platform)
    }
    self.answers = answers
    findings = ConsistencyLinter().lint(host, counterpart: counterpart)
  }

  /// The report, of at most 256 KiB.
  ///
  /// Lists end when they are long, and the report states how many elements are missing.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "url": .string(url), "taps": .array(taps.map(Self.json)),
    ]
    members.set("apple", apps(.apple))
    members.set("android", apps(.android))
    var found: [String: JSONValue] = [:]
    for platform in [AssociationAnswer.Platform.apple, .android] {
      let list = CappedList(findings[platform] ?? [], maximumBytes: 24 << 10) { $0.json }
      found[platform.rawValue] = .array(list.values)
      if list.more > 0 {
        members["more_\(platform.rawValue)_findings"] = .integer(Int64(list.more))
      }
    }
    members["findings"] = .object(found)
    return .object(members)
  }

  private static func json(_ tap: TapPrediction) -> JSONValue {
    var members: [String: JSONValue] = [
      "platform": .string(tap.platform.rawValue), "release": JSONValue(tap.release),
      "situation": .string(tap.situation.rawValue), "state": .string(tap.state),
      "outcome": .string(tap.outcome.rawValue), "rule": json(tap.rule),
      "reasons": .array(tap.reasons.map { .string($0) }),
    ]
    members.set("apps", CappedList(tap.apps, maximumBytes: 2 << 10) { json(app: $0) })
    return .object(members)
  }

  private func apps(_ platform: AssociationAnswer.Platform) -> CappedList {
    CappedList(answers[platform]?.apps ?? [], maximumBytes: 56 << 10) { app in
      var members: [String: JSONValue] = [
        "app": Self.json(app: app.id), "verdict": .string(app.verdict.rawValue),
        "rule": Self.json(app.rule), "reasons": .array(app.reasons.map { .string($0) }),
      ]
      let compared = CappedList(app.steps, maximumBytes: 32 << 10) { step in
        [
          "rule": Self.json(step.rule), "outcome": .string(step.outcome.rawValue),
          "reason": .string(step.reason),
        ]
      }
      members.set("compared", compared)
      return .object(members)
    }
  }

  /// Returns the identifier of an app; no real one is longer than 512 bytes.
  private static func json(app id: String) -> JSONValue { .string(id.cut(512)) }

  private static func json(_ rule: AssociationAnswer.RuleReference?) -> JSONValue {
    guard let rule else { return .null }
    return [
      "subject": .string(rule.subject), "text": .string(rule.text),
      "excludes": .bool(rule.isExcluded), "line": JSONValue(rule.line),
    ]
  }
}

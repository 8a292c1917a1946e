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

  var json: JSONValue {
    [
      "url": .string(url),
      "taps": .array(taps.map(Self.json)),
      "apple": .array(apps(.apple)),
      "android": .array(apps(.android)),
      "findings": [
        "apple": .array((findings[.apple] ?? []).map(\.json)),
        "android": .array((findings[.android] ?? []).map(\.json)),
      ],
    ]
  }

  private static func json(_ tap: TapPrediction) -> JSONValue {
    [
      "platform": .string(tap.platform.rawValue), "release": JSONValue(tap.release),
      "situation": .string(tap.situation.rawValue), "state": .string(tap.state),
      "outcome": .string(tap.outcome.rawValue), "apps": .array(tap.apps.map { .string($0) }),
      "rule": json(tap.rule), "reasons": .array(tap.reasons.map { .string($0) }),
    ]
  }

  private func apps(_ platform: AssociationAnswer.Platform) -> [JSONValue] {
    (answers[platform]?.apps ?? []).map { app in
      [
        "app": .string(app.id), "verdict": .string(app.verdict.rawValue),
        "rule": Self.json(app.rule), "reasons": .array(app.reasons.map { .string($0) }),
        "compared": .array(
          app.steps.map { step in
            [
              "rule": Self.json(step.rule), "outcome": .string(step.outcome.rawValue),
              "reason": .string(step.reason),
            ]
          }
        ),
      ]
    }
  }

  private static func json(_ rule: AssociationAnswer.RuleReference?) -> JSONValue {
    guard let rule else { return .null }
    return [
      "subject": .string(rule.subject), "text": .string(rule.text),
      "excludes": .bool(rule.isExcluded), "line": JSONValue(rule.line),
    ]
  }
}

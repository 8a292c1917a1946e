import AppLinksPublishing
import ToolSupport

extension WhyReport {
  /// The report for programs, in a documented and stable format.
  var json: OutputJSON {
    .object([
      "url": OutputJSON(shownURL),
      "taps": .list(taps.map(Self.json)),
      "apple": .list(apps(.apple)),
      "android": .list(apps(.android)),
      "findings": .object([
        "apple": .list((findings[.apple] ?? []).map(\.json)),
        "android": .list((findings[.android] ?? []).map(\.json)),
      ]),
    ])
  }

  private static func json(_ tap: TapPrediction) -> OutputJSON {
    .object([
      "platform": OutputJSON(tap.platform.rawValue),
      "release": OutputJSON(tap.release),
      "situation": OutputJSON(tap.situation.rawValue),
      "outcome": OutputJSON(tap.outcome.rawValue),
      "apps": .list(tap.apps.map { OutputJSON($0) }),
      "rule": json(tap.rule),
      "reasons": .list(tap.reasons.map { OutputJSON($0) }),
    ])
  }

  private func apps(_ platform: AssociationAnswer.Platform) -> [OutputJSON] {
    let apps = answers.first { $0.platform == platform }?.apps ?? []
    return apps.map { app in
      .object([
        "app": OutputJSON(app.id),
        "verdict": OutputJSON(app.verdict.rawValue),
        "rule": Self.json(app.rule),
        "reasons": .list(app.reasons.map { OutputJSON($0) }),
        "compared": .list(
          app.steps.map { step in
            .object([
              "rule": Self.json(step.rule),
              "outcome": OutputJSON(step.outcome.rawValue),
              "reason": OutputJSON(step.reason),
            ])
          }
        ),
      ])
    }
  }

  private static func json(_ rule: AssociationAnswer.RuleReference?) -> OutputJSON {
    guard let rule else { return .null }
    return .object([
      "subject": OutputJSON(rule.subject),
      "text": OutputJSON(rule.text),
      "excludes": OutputJSON(rule.isExcluded),
      "line": OutputJSON(rule.line),
    ])
  }
}

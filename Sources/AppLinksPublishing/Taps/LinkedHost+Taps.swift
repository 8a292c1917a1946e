internal import AppLinks

extension LinkedHost {
  /// Returns predictions of what a tap on a link does, for both platforms and the states of a
  /// device.
  ///
  /// - Parameter url: A URL of the host, as written in a link.
  /// - Returns: The predictions, those for Apple devices first.
  public func taps(on url: String) -> [TapPrediction] {
    TapPredictor(host: self, url: url, platform: .apple).appleTaps()
      + TapPredictor(host: self, url: url, platform: .android).androidTaps()
  }
}

/// The rules by which a system decides what a tap on a link does.
private struct TapPredictor {
  let host: LinkedHost
  let url: String
  let platform: AssociationAnswer.Platform

  func appleTaps() -> [TapPrediction] {
    let answer = host.answer(for: url, on: .apple)
    let usual = prediction(.inAnotherApp, answer)
    var taps = [usual]
    if usual.outcome != .browser {
      taps += [
        browser(.onTheSameSite, "a tap in Safari on a page of the same host stays in Safari"),
        browser(.inTheAddressBar, "an address that is typed stays in the browser"),
        uncertain(
          .afterARedirect,
          "the browser asks for the first address, and may or may not open an app after it"
        ),
        browser(.browserChosen, "the person has chosen the browser for links of the host"),
      ]
    }
    return taps + [appleTapWithoutAnApp(answer)]
  }

  /// Returns the prediction for a device without an app that opens the link.
  ///
  /// The file has no rules for App Clips: which addresses invoke them is registered with Apple.
  private func appleTapWithoutAnApp(_ answer: AssociationAnswer?) -> TapPrediction {
    let clips = (answer?.obstacle == nil && answer != nil ? host.appleFile?.appClips : nil) ?? []
    let usable = clips.filter { AppleApplicationID.fault(of: $0) == nil }.prefix(20)
    if usable.isEmpty {
      return browser(.notInstalled, "no app is installed that opens the link")
    }
    let reason =
      "the file names the App Clip, which is offered if App Store Connect has an experience for "
      + "the address"
    return make(.notInstalled, .uncertain, Array(usable), nil, [reason], nil)
  }

  func androidTaps() -> [TapPrediction] {
    let now = prediction(.inAnotherApp, host.answer(for: url, on: .android), 15)
    let before = prediction(
      .inAnotherApp,
      host.answer(for: url, on: .android, release: 12),
      12,
      reasons: ["dynamic rules count from Android 15 on"]
    )
    let old = prediction(
      .inAnotherApp,
      host.answer(for: url, on: .android, release: 11),
      6,
      reasons: ["up to Android 11, every host of the manifest has to verify the app"]
    )
    var taps = [now, before, old]
    if taps.contains(where: { $0.outcome != .browser }) {
      taps += [
        browser(.inTheAddressBar, "an address that is typed stays in the browser"),
        browser(.browserChosen, "the person has turned off links of the host for the app"),
      ]
    }
    return taps + [browser(.notInstalled, "no app is installed that opens the link")]
  }

  private func prediction(
    _ situation: TapPrediction.Situation,
    _ answer: AssociationAnswer?,
    _ release: Int? = nil,
    reasons: [String] = []
  ) -> TapPrediction {
    guard let answer else { return browser(situation, noFile, release) }
    let opening = inOrder(answer.apps.filter { $0.verdict == .opens })
    if let first = opening.first {
      var reasons = first.rule == nil ? reasons : []
      if opening.count > 1 {
        reasons.append(
          platform == .apple
            ? "if several of the apps are installed, the first of them opens, because the first "
              + "match in the file wins as Apple documents; one report says that iOS 15 reversed it"
            : "if several of the apps are installed, Android asks, or opens the one that was chosen"
        )
      }
      return make(situation, .app, opening.map(\.id), first.rule, reasons, release)
    }
    let doubtful = answer.apps.filter { $0.verdict == .uncertain }
    if let first = doubtful.first {
      return make(situation, .uncertain, doubtful.map(\.id), nil, first.reasons, release)
    }
    if platform == .android, answer.obstacle == nil, host.hasUnknownStatements {
      let reason = "the files that 'assetlinks.json' includes were not loaded"
      return uncertain(situation, reason, release)
    }
    let rule = answer.apps.first { $0.rule != nil }?.rule
    let reason = rule == nil ? answer.refusal : "a rule excludes it"
    return make(situation, .browser, [], rule, [reason], release)
  }

  /// Returns apps in the order in which the system prefers them, if it has one.
  private func inOrder(_ apps: [AssociationAnswer.App]) -> [AssociationAnswer.App] {
    if platform == .android { return apps }
    let order = apps.enumerated().sorted { left, right in
      (left.element.rule?.entry ?? 0, left.offset) < (right.element.rule?.entry ?? 0, right.offset)
    }
    return order.map(\.element)
  }

  /// The reason why the host has no file that the system uses.
  private var noFile: String {
    let name = "'\(shown(host.host))' has no usable '\(platform.fileName)'"
    if let failure = host.failures[platform] { return "\(name): \(failure)" }
    let finding = host.refusal(on: platform)
    return name + (finding.map { ": \($0.message.prefix { $0 != "\n" })" } ?? "")
  }

  private func browser(
    _ situation: TapPrediction.Situation,
    _ reason: String,
    _ release: Int? = nil
  ) -> TapPrediction {
    make(situation, .browser, [], nil, [reason], release)
  }

  private func uncertain(
    _ situation: TapPrediction.Situation,
    _ reason: String,
    _ release: Int? = nil
  ) -> TapPrediction {
    make(situation, .uncertain, [], nil, [reason], release)
  }

  private func make(
    _ situation: TapPrediction.Situation,
    _ outcome: TapPrediction.Outcome,
    _ apps: [String],
    _ rule: AssociationAnswer.RuleReference?,
    _ reasons: [String],
    _ release: Int?
  ) -> TapPrediction {
    TapPrediction(
      platform: platform,
      release: release,
      situation: situation,
      outcome: outcome,
      apps: apps,
      rule: rule,
      reasons: reasons
    )
  }
}

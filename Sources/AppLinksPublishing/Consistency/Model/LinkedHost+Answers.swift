internal import AppLinks

extension LinkedHost {
  /// Returns which apps may open a URL according to the file of a platform.
  ///
  /// If a finding about the host says that devices do not use the file, there is no answer. If it
  /// is not known whether they do, an app that a rule lets open the URL is
  /// ``AssociationAnswer/Verdict/uncertain``.
  ///
  /// - Parameters:
  ///   - url: The URL, as written in a link.
  ///   - platform: The platform.
  /// - Returns: The answer, or `nil` if the host has no file that the platform uses.
  public func answer(
    for url: String,
    on platform: AssociationAnswer.Platform
  ) -> AssociationAnswer? {
    answer(for: url, on: platform, release: 15)
  }

  /// Returns the answer for a release of Android.
  func answer(
    for url: String,
    on platform: AssociationAnswer.Platform,
    release: Int
  ) -> AssociationAnswer? {
    let findings = decidingFindings(platform)
    if findings.refusal(on: platform) != nil { return nil }
    let doubts = findings.filter { $0.effect(on: platform) == .doubt }.map(\.phrase)
    let domain = domain ?? host
    switch platform {
    case .apple:
      guard let answer = appleFile?.answer(for: url, at: domain).doubted(doubts) else { return nil }
      guard let copy = appleCopyFile?.answer(for: url, at: domain) else { return answer }
      return answer.compared(with: copy)
    case .android:
      return androidFile?.answer(for: url, at: domain, release: release).doubted(doubts)
    }
  }

  /// Returns the finding because of which a platform does not use the file of the host, or `nil` if
  /// it does or if there is no file.
  func refusal(on platform: AssociationAnswer.Platform) -> LintFinding? {
    let hasFile = platform == .apple ? appleFile != nil : androidFile != nil
    return decidingFindings(platform).refusal(on: platform)
      ?? (hasFile ? nil : fileFindings[platform]?.refusal(on: platform))
  }

  /// Returns the findings that decide whether a platform uses the file of the host.
  private func decidingFindings(_ platform: AssociationAnswer.Platform) -> [LintFinding] {
    switch platform {
    case .apple:
      (apple?.deliveryFindings(for: .apple) ?? []) + reachFindings(.apple)
        + (appleCopy.map { $0.isDelivered ? [] : $0.deliveryFindings(for: .apple) } ?? [])
        + (appleFile?.findings ?? [])
    case .android:
      (android?.deliveryFindings(for: .android) ?? []) + reachFindings(.android)
        + (androidFile?.findings ?? [])
    }
  }

  /// Whether the file for Android includes files that were not requested.
  var hasUnknownStatements: Bool {
    includeFindings == nil && androidFile?.includes.isEmpty == false
  }

  /// Returns findings about a host that does not answer, that does not answer a verifier, or that
  /// is no domain.
  func reachFindings(_ platform: AssociationAnswer.Platform) -> [LintFinding] {
    var report = ConsistencyReport()
    if let reason = failures[platform] {
      report.add(.fileNotLoaded, "The file of '\(shown(host))' could not be loaded: \(reason).")
    }
    if platform == .apple, let status = statusForVerifier, apple?.status == 200, status != 200 {
      report.add(
        .verifierRefused,
        "The server answers \(status) to 'AASA-Bot/1.0.0', and 200 to others."
      )
    }
    // The address of an answer has been checked.
    let isLocal =
      switch platform {
      case .apple: apple == nil && appleFile != nil
      case .android: android == nil && androidFile != nil
      }
    let finding = isLocal ? LintFinding.ofAddress(host) : nil
    return report.findings + (finding.map { [$0] } ?? [])
  }
}

extension [LintFinding] {
  /// Returns the first finding because of which a platform does not use a file.
  func refusal(on platform: AssociationAnswer.Platform) -> LintFinding? {
    first { $0.effect(on: platform) == .refusal }
  }
}

extension AssociationAnswer {
  /// Whether an app opens the URL, or may do so.
  var mayOpen: Bool { apps.contains { $0.verdict == .opens || $0.verdict == .uncertain } }

  /// Why no app opens the URL, as a phrase.
  var refusal: String {
    if let obstacle { return obstacle }
    guard let app = apps.first(where: { $0.rule != nil }) ?? apps.first else {
      return "the file connects no app with the host"
    }
    if let rule = app.rule { return "a rule excludes it, \(rule)" }
    return app.reasons.first ?? "no rule matches"
  }
}

extension AssociationAnswer.Platform {
  /// The name of the file.
  var fileName: String {
    switch self {
    case .apple: "apple-app-site-association"
    case .android: "assetlinks.json"
    }
  }

  /// The devices in messages.
  var devices: String {
    switch self {
    case .apple: "Apple devices"
    case .android: "Android"
    }
  }
}

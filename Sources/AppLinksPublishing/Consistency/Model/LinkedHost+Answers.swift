internal import AppLinks

extension LinkedHost {
  /// Returns which apps may open a URL according to the file of a platform.
  ///
  /// - Parameters:
  ///   - url: The URL, as written in a link.
  ///   - platform: The platform.
  /// - Returns: The answer, or `nil` if the host has no file for the platform.
  public func answer(
    for url: String,
    on platform: AssociationAnswer.Platform
  ) -> AssociationAnswer? {
    switch platform {
    case .apple: appleFile?.answer(for: url, at: host)
    case .android: androidFile?.answer(for: url, at: host)
    }
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

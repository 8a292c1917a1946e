internal import AppLinks

/// What a finding about an association file means for devices.
enum AssociationEffect {
  /// Devices use the file, though perhaps not the part that the finding is about.
  case none

  /// It is not known whether devices use the file.
  case doubt

  /// Devices do not use the file.
  case refusal
}

extension LintFinding {
  /// Returns whether devices use the file in spite of the finding.
  ///
  /// This is the only place that decides it: a file counts in answers if and only if no finding
  /// about it refuses it. What counts in a file is decided where its parts are read, and
  /// identifiers of apps by ``AppleApplicationID``.
  func effect(on platform: AssociationAnswer.Platform) -> AssociationEffect {
    switch code {
    case .notJSON, .htmlInsteadOfJSON, .signedFile, .notStatementList: .refusal
    // Apple has documented the size. Whether its servers enforce it is not known.
    case .fileTooLarge: .refusal
    case .fileRedirected, .fileStatus, .fileNotSecure, .fileElsewhere, .fileNotLoaded: .refusal
    case .cdnFailure, .verifierRefused: .refusal
    // Google documents the type, and its API refuses others. The verifier in Android's sources does
    // not look at it. Apple serves its own files with other types.
    case .fileContentType:
      if platform == .android { .refusal } else if severity == .error { .doubt } else { .none }
    case .byteOrderMark, .fileAtRoot, .hostNotASCII: .doubt
    default: .none
    }
  }

  /// The message as a phrase, which is a part of a sentence.
  var phrase: String {
    let text = message.hasSuffix(".") ? message.dropLast() : message[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension AssociationAnswer {
  /// Returns the answer of a file of which it is not known whether devices use it.
  func doubted(_ doubts: [String]) -> AssociationAnswer {
    if doubts.isEmpty { return self }
    return replacingApps(apps.map { $0.verdict == .opens ? $0.doubted(doubts) : $0 })
  }

  /// Returns the answer if devices read another copy of the file, which has its own answer.
  func compared(with copy: AssociationAnswer) -> AssociationAnswer {
    let verdicts = Dictionary(copy.apps.map { ($0.id, $0.verdict) }) { first, _ in first }
    let doubt = "the copy of Apple's CDN, which devices read, does not let the app open it"
    return replacingApps(
      apps.map { app in
        let isDoubtful = app.verdict == .opens && verdicts[app.id] != .opens
        return isDoubtful ? app.doubted([doubt]) : app
      }
    )
  }

  private func replacingApps(_ apps: [App]) -> AssociationAnswer {
    AssociationAnswer(platform: platform, url: url, domain: domain, obstacle: obstacle, apps: apps)
  }
}

extension AssociationAnswer.App {
  /// Creates the decision about an app that the file does not connect with the domain.
  init(unverified id: String, because reason: String) {
    self.init(id: id, verdict: .unverified, rule: nil, reasons: [reason], steps: [])
  }

  fileprivate func doubted(_ doubts: [String]) -> Self {
    Self(id: id, verdict: .uncertain, rule: nil, reasons: doubts + reasons, steps: steps)
  }
}

internal import AppLinks
internal import JSONValues

/// Checks of the association files of a host: how they are served, and what they lack.
struct FileChecks {
  typealias Platform = AssociationAnswer.Platform

  let host: LinkedHost
  let counterpart: LinkedHost?
  let apps: AssociationDescription?

  /// Returns the findings about the file of a platform.
  func findings(_ platform: Platform) -> [LintFinding] {
    var report = ConsistencyReport()
    switch platform {
    case .apple:
      checkAppleApps(&report)
    case .android:
      checkAndroidApps(&report)
      checkFingerprints(&report)
    }
    checkCounterpart(platform, &report)
    return answerFindings(platform) + host.reachFindings(platform) + report.sorted()
  }

  private func answerFindings(_ platform: Platform) -> [LintFinding] {
    allAnswerFindings(platform).map { finding in
      var finding = finding
      if finding.code == .fileStatus, isAbsent(platform) {
        finding.severity = absenceSeverity(platform)
      }
      return finding
    }
  }

  /// Whether the server reports that there is no file.
  private func isAbsent(_ platform: Platform) -> Bool {
    let status = platform == .apple ? host.apple?.status : host.android?.status
    return status == 404 || status == 410
  }

  /// The severity of a missing file, which is not a mistake for a site without an app for the
  /// platform.
  private func absenceSeverity(_ platform: Platform) -> LintFinding.Severity {
    guard let apps else { return .warning }
    let hasApp = apps.apps.contains { app in
      platform == .apple ? app.appleID != nil : app.package != nil
    }
    return hasApp ? .error : .note
  }

  private func allAnswerFindings(_ platform: Platform) -> [LintFinding] {
    switch platform {
    case .apple:
      guard let answer = host.apple else { return host.appleFile?.findings ?? [] }
      let copy = host.appleCopy.map { answer.findings(comparedWithCDN: $0) } ?? []
      return readFindings(of: answer, .apple) + copy
    case .android:
      let findings =
        host.android.map { readFindings(of: $0, .android) } ?? host.androidFile?.findings ?? []
      return findings + (host.includeFindings ?? [])
    }
  }

  private func readFindings(of answer: AssociationResponse, _ platform: Platform) -> [LintFinding] {
    // A file that devices get has been read.
    guard let known = host.fileFindings[platform] else { return answer.findings(for: platform) }
    return answer.deliveryFindings(for: platform) + known
  }

  private func checkAppleApps(_ report: inout ConsistencyReport) {
    guard let file = host.appleFile, let apps else { return }
    let listed = file.entries.flatMap(\.appIDs)
    for app in apps.apps {
      guard let id = app.appleID, !listed.contains(id) else { continue }
      let bundle = id.utf8.dropFirst(10)
      if AppleApplicationID.isWellFormed(id),
        let other = listed.first(where: { $0.utf8.dropFirst(10).elementsEqual(bundle) })
      {
        report.add(
          .wrongAppPrefix,
          "The file lists '\(shown(other))' in place of '\(shown(id))'.",
          correction: JSONValue.string(id).description
        )
      } else {
        let entry = try? AssociationDescription(apps: [app]).appleFile().encoded()
        report.add(
          .appNotInFile,
          "The file lets '\(shown(id))' open no links.",
          correction: entry
        )
      }
    }
  }

  private func checkAndroidApps(_ report: inout ConsistencyReport) {
    guard let file = host.androidFile, let apps else { return }
    let listed = file.fingerprintsByPackage
    for app in apps.apps {
      guard let package = app.package else { continue }
      guard let known = listed[package] else {
        if host.hasUnknownStatements { continue }
        report.add(
          .appNotInFile,
          "The file lets '\(shown(package))' open no links.",
          correction: HostChecks.statement(app)
        )
        continue
      }
      let missing = app.fingerprints.filter { !known.contains($0) }
      guard let first = missing.first else { continue }
      let more = missing.count > 1 ? " and \(missing.count - 1) more" : ""
      report.add(
        .missingFingerprint,
        "The file lacks the fingerprint '\(shown(first, maximumLength: 95))'\(more) of "
          + "'\(shown(package))'.",
        correction: "\"sha256_cert_fingerprints\": \(JSONValue.strings(known + missing))"
      )
    }
  }

  private func checkFingerprints(_ report: inout ConsistencyReport) {
    guard let file = host.androidFile else { return }
    for (package, fingerprints) in file.fingerprintsByPackage.sorted(by: { $0.key < $1.key })
    where Set(fingerprints).count == 1 {
      let isKnown = apps?.apps.contains { $0.package == package && !$0.fingerprints.isEmpty }
      if isKnown == true { continue }
      report.add(.singleFingerprint, "'\(shown(package))' has one fingerprint.")
    }
  }

  private func checkCounterpart(_ platform: Platform, _ report: inout ConsistencyReport) {
    guard let counterpart, counterpart.hasAnswered else { return }
    let name = shown(counterpart.host)
    switch platform {
    case .apple:
      guard let file = host.appleFile else { return }
      guard let other = counterpart.appleFile, counterpart.refusal(on: .apple) == nil else {
        return report.add(.wwwFileMissing, "'\(name)' has no file that systems use.")
      }
      if file.content != other.content {
        report.add(.wwwFileDiffers, "'\(name)' has another file.")
      }
    case .android:
      guard let file = host.androidFile else { return }
      guard let other = counterpart.androidFile, counterpart.refusal(on: .android) == nil else {
        return report.add(.wwwFileMissing, "'\(name)' has no file that systems use.")
      }
      if file.encoded() != other.encoded() {
        report.add(.wwwFileDiffers, "'\(name)' has another file.")
      }
    }
  }
}

extension AppleAppSiteAssociation {
  /// The content of the file, without the places of its parts.
  fileprivate var content: String { encoded() }
}

extension AssetLinks {
  fileprivate var fingerprintsByPackage: [String: [String]] {
    var found: [String: [String]] = [:]
    for (package, statements) in statementsByPackage() {
      for (_, statement) in statements {
        guard case .app(_, let fingerprints) = statement.target else { continue }
        found[package, default: []] += fingerprints
      }
    }
    return found
  }
}

internal import AppLinks
internal import JSONValues

/// Checks that compare the statements of a page with the association files of its host.
struct HostChecks {
  let page: LinkedPage
  let hosts: [LinkedHost]
  let apps: AssociationDescription?

  private var ownHost: String { (URLParts(page.url).host ?? "").lowercased() }

  func check(_ report: inout ConsistencyReport) {
    if let own = hosts.first(where: { $0.host == ownHost }) {
      checkPackages(own, &report)
      checkClips(own, &report)
      checkRules(own, &report)
      checkRedirects(own, &report)
    }
  }

  private func checkPackages(_ host: LinkedHost, _ report: inout ConsistencyReport) {
    guard let file = host.androidFile, !host.hasUnknownStatements else { return }
    let listed = Set(file.statementsByPackage().map(\.package))
    for declaration in page.all(.package) where !listed.contains(declaration.value) {
      guard AssetLinksParser.isPackage(declaration.value) else { continue }
      let known = apps?.apps.first { $0.package == declaration.value }
      report.add(
        .packageNotInFile,
        at: declaration,
        "The file of '\(shown(host.host))' does not let '\(shown(declaration.value))' open links.",
        correction: known.flatMap(Self.statement)
      )
    }
  }

  /// Returns the statement for an app, or `nil` if its fingerprints are not known.
  static func statement(_ app: AssociationDescription.App) -> String? {
    guard let package = app.package, !app.fingerprints.isEmpty else { return nil }
    let file = AssetLinks(statements: [.app(package, fingerprints: app.fingerprints)])
    return String(file.encoded().dropFirst().dropLast())
  }

  private func checkClips(_ host: LinkedHost, _ report: inout ConsistencyReport) {
    guard let file = host.appleFile else { return }
    for declaration in page.all(.clipBundleID) {
      let isListed = file.appClips.contains { id in
        id.utf8.count == 11 + declaration.value.utf8.count && id.hasSuffix("." + declaration.value)
      }
      if isListed { continue }
      let known = file.entries.flatMap(\.appIDs) + file.appClips + file.webCredentials
      let prefix = known.first(where: AppleApplicationID.isWellFormed)?.prefix(10)
      let id = prefix.map { "\($0).\(declaration.value)" }
      report.add(
        .clipNotInFile,
        at: declaration,
        "The file of '\(shown(host.host))' does not list the App Clip "
          + "'\(shown(declaration.value))'.",
        correction: id.map { "\"appclips\": \(JSONValue.object(["apps": .strings([$0])]))" }
      )
    }
  }

  /// Reports a page that names apps although the file lets none of them open it.
  private func checkRules(_ host: LinkedHost, _ report: inout ConsistencyReport) {
    for platform in [AssociationAnswer.Platform.apple, .android] {
      let first = page.declarations.first { $0.isAboutApp(of: platform) }
      guard let answer = host.answer(for: page.url, on: platform), answer.obstacle == nil,
        !answer.apps.isEmpty
      else { continue }
      if let first, !answer.mayOpen {
        report.add(
          .pageNotAssociated,
          at: first,
          "\(first.reference.capitalizedStart) names an app, but '\(platform.fileName)' lets none "
            + "open '\(shown(page.url, maximumLength: 120))': \(answer.refusal).",
          correction: rule(for: page.url, platform)
        )
      } else if first == nil, !answer.mayOpen {
        compare(answer, host, &report)
      }
      if answer.mayOpen { checkAddresses(host, platform, &report) }
    }
  }

  /// Reports a page that opens an app on the other platform only.
  private func compare(
    _ answer: AssociationAnswer,
    _ host: LinkedHost,
    _ report: inout ConsistencyReport
  ) {
    let platform = answer.platform
    let other: AssociationAnswer.Platform = platform == .apple ? .android : .apple
    guard let theirs = host.answer(for: page.url, on: other),
      theirs.apps.contains(where: { $0.verdict == .opens })
    else { return }
    report.add(
      .platformsDiffer,
      "A link to '\(shown(page.url, maximumLength: 120))' opens an app on \(other.devices), but not "
        + "on \(platform.devices): \(answer.refusal).",
      correction: rule(for: page.url, platform)
    )
  }

  /// Reports the address to share if the file lets no app open it.
  private func checkAddresses(
    _ host: LinkedHost,
    _ platform: AssociationAnswer.Platform,
    _ report: inout ConsistencyReport
  ) {
    // Each answer takes bounded time, and a page can name many addresses.
    for address in page.all(.address).prefix(8) {
      guard URLParts(address.value).host?.lowercased() == host.host, address.value != page.url,
        let answer = host.answer(for: address.value, on: platform), answer.obstacle == nil,
        !answer.mayOpen
      else { continue }
      report.add(
        .pageNotAssociated,
        at: address,
        "'\(platform.fileName)' lets an app open the page, but not "
          + "'\(shown(address.value, maximumLength: 120))': \(answer.refusal).",
        correction: rule(for: address.value, platform)
      )
    }
  }

  /// Returns a rule that opens a URL, or `nil` if there is no such rule.
  private func rule(for url: String, _ platform: AssociationAnswer.Platform) -> String? {
    let path = URLParts(url).path
    let written = path.isEmpty ? "/" : path
    let text =
      platform == .apple ? written : PercentCoding.decodeText(written.utf8).text
    guard !text.contains(where: { "*?$".contains($0) }) else { return nil }
    return JSONValue.object(["/": .string(text)]).description
  }

  /// Reports a link that redirects to a page of another host, where only that host opens the app.
  private func checkRedirects(_ host: LinkedHost, _ report: inout ConsistencyReport) {
    guard let link = page.redirects.first, let first = URLParts(link).host?.lowercased(),
      first != host.host
    else { return }
    let linked = hosts.first { $0.host == first }
    for platform in [AssociationAnswer.Platform.apple, .android] {
      guard host.answer(for: page.url, on: platform)?.mayOpen == true,
        linked?.answer(for: link, on: platform)?.mayOpen != true
      else { continue }
      report.add(
        .redirectBeforeApp,
        "The link '\(shown(link, maximumLength: 120))' redirects to '\(shown(host.host))', whose "
          + "file lets an app open the page on \(platform.devices); '\(shown(first))' does not.",
        correction: page.url
      )
      return
    }
  }
}

extension PageDeclaration {
  fileprivate func isAboutApp(of platform: AssociationAnswer.Platform) -> Bool {
    guard fact == .appURL || fact == .appStoreID || fact == .package else { return false }
    return platform == .android ? devices == [.android] : !devices.isDisjoint(with: [.phone, .pad])
  }
}

extension String {
  fileprivate var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}

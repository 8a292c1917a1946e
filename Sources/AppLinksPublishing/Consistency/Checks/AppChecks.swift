internal import AppLinks
internal import AppLinksResolving

/// Checks that compare the statements of the vocabularies of a page about its apps.
enum AppChecks {
  typealias Declaration = PageDeclaration

  static func check(_ page: LinkedPage, _ report: inout ConsistencyReport) {
    checkForms(page, &report)
    compare(page.all(.appStoreID), .appStoreIDDiffers, "the app", &report)
    compare(page.all(.package), .packageDiffers, "the package", &report)
    compare(page.all(.appName), .appNameDiffers, "the app", &report)
    let urls = page.all(.appURL).filter { !URLParts($0.value).isWeb }
    compare(urls, .appSchemeDiffers, "the scheme", &report) { URLParts($0).normalizedScheme }
    compareURLs(urls, &report)
  }

  /// Reports identifiers that name no app in any store.
  private static func checkForms(_ page: LinkedPage, _ report: inout ConsistencyReport) {
    for banner in page.unusableBanners {
      report.add(
        .malformedSmartBanner,
        banner.name,
        banner.line,
        banner.column,
        "'\(shown(banner.value))' has no 'app-id' of digits.",
        correction: bannerCorrection(page)
      )
    }
    if page.bannerCount > 1 {
      let banners = page.declarations.filter { $0.vocabulary == .smartBanner }
      let last = banners.last
      report.add(
        .duplicateSmartBanner,
        at: last,
        "The page has \(page.bannerCount) tags 'apple-itunes-app'."
      )
    }
    for declaration in page.declarations where declaration.vocabulary == .twitterCard {
      let digits = declaration.value.filter(\.isASCIIDigit)
      switch declaration.fact {
      case .appStoreID where digits != declaration.value:
        report.add(
          .malformedCardID,
          at: declaration,
          "'\(shown(declaration.value))' is not a number of the App Store.",
          correction: digits.isEmpty ? nil : declaration.corrected(digits)
        )
      case .package where !AssetLinksParser.isPackage(declaration.value):
        report.add(
          .malformedCardID,
          at: declaration,
          "'\(shown(declaration.value))' is not the name of a package."
        )
      default: break
      }
    }
  }

  private static func bannerCorrection(_ page: LinkedPage) -> String? {
    let id = page.all(.appStoreID).first { $0.value.utf8.allSatisfy(\.isASCIIDigit) }
    let frame = TagFrame(start: "meta name", attribute: "content", before: "app-id=")
    return id.map { frame.tag(named: "apple-itunes-app", value: $0.value) }
  }

  /// Reports a vocabulary that names nothing that another one names for the same device.
  ///
  /// A vocabulary can name several apps, so two vocabularies contradict each other only if they
  /// have nothing in common.
  private static func compare(
    _ declarations: [Declaration],
    _ code: AppLinkDiagnostic.Code,
    _ noun: String,
    _ report: inout ConsistencyReport,
    key: (String) -> String = { $0 }
  ) {
    for (reference, others) in rivals(declarations) {
      let known = Set(reference.map { key($0.value) })
      guard let first = reference.first, let other = others.first,
        known.isDisjoint(with: others.map { key($0.value) })
      else { continue }
      let names = "'\(shown(key(other.value)))', but \(first.reference) names"
      report.add(
        code,
        at: other,
        "It names \(noun) \(names) '\(shown(key(first.value)))'.",
        correction: other.corrected(first.value)
      )
    }
  }

  /// Reports URLs with the same scheme that lead to different content.
  private static func compareURLs(
    _ urls: [Declaration],
    _ report: inout ConsistencyReport
  ) {
    for (reference, others) in rivals(urls) {
      let known = Set(reference.map { content($0.value) })
      let schemes = Set(reference.map { URLParts($0.value).normalizedScheme })
      guard known.isDisjoint(with: others.map { content($0.value) }),
        let other = others.first(where: { schemes.contains(URLParts($0.value).normalizedScheme) }),
        let first = reference.first(where: {
          URLParts($0.value).normalizedScheme == URLParts(other.value).normalizedScheme
        })
      else { continue }
      let places = "'\(shown(other.value))', but \(first.reference) opens"
      report.add(
        .appURLDiffers,
        at: other,
        "It opens \(places) '\(shown(first.value))'.",
        correction: other.corrected(first.value)
      )
    }
  }

  /// A URL in a form for comparisons, without differences that do not change the content: the case
  /// of its scheme and slashes at its end.
  private static func content(_ url: String) -> String {
    let parts = URLParts(url)
    let rest = url.utf8.dropFirst((parts.scheme ?? "").utf8.count)
    var text = parts.normalizedScheme + String(Substring(rest))
    while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    return text
  }

  /// Returns, for each device, the statements of the first vocabulary and those of each other one.
  private static func rivals(
    _ declarations: [Declaration]
  ) -> [(reference: [Declaration], others: [Declaration])] {
    var rivals: [(reference: [Declaration], others: [Declaration])] = []
    for device in [DeviceIdiom.phone, .pad, .android] {
      let known = declarations.filter { $0.devices.contains(device) }
      let groups = Declaration.Vocabulary.allCases
        .map { vocabulary in known.filter { $0.vocabulary == vocabulary } }
        .filter { !$0.isEmpty }
      guard let reference = groups.first else { continue }
      for others in groups.dropFirst() { rivals.append((reference, others)) }
    }
    return rivals
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

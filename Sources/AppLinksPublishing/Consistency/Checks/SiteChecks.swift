internal import AppLinks

/// Checks that compare the pages of a site with each other.
struct SiteChecks {
  /// The platforms whose apps are compared with each other.
  enum Platform: CaseIterable { case apple, android }

  /// A statement of a page with its place.
  struct Statement {
    let page: Int
    let declaration: PageDeclaration
    let place: SitePlace
  }

  let pages: [LinkedPage]

  /// The addresses of the pages.
  let places: [SitePlace?]
  var reports: [ConsistencyReport]

  init(_ pages: [LinkedPage]) {
    self.pages = pages
    places = pages.map { URLParts($0.url).isWebPage ? SitePlace($0.url) : nil }
    reports = pages.map { _ in ConsistencyReport() }
  }

  /// Returns the findings about each page.
  mutating func findings() -> [[LintFinding]] {
    checkApps()
    checkAddresses()
    checkWebURLs()
    return reports.map { $0.sorted() }
  }

  // MARK: Apps

  private mutating func checkApps() {
    let apple = statements { $0.fact == .appURL && !$0.devices.contains(.android) }
    let android = statements { $0.fact == .appURL && $0.devices.contains(.android) }
    var wrong = differences(of: apple)
    let other = differences(of: android)
    wrong.merge(other) { $0 + $1 }
    for page in pages.indices {
      for difference in wrong[page] ?? [] where difference.isWrong {
        report(difference, rivals: (wrong[page] ?? []).filter { $0.isApple != difference.isApple })
      }
    }
    var reported = Set(wrong.filter { $0.value.contains(where: \.isWrong) }.keys)
    reported.formUnion(checkPlatforms(apple, android, known: Set(wrong.keys)))
    for all in [apple, android] {
      let others = all.filter { !reported.contains($0.page) }
      checkCopies(Dictionary(grouping: others) { [$0.place.shape] })
      checkCopies(Dictionary(grouping: others) { [$0.place.shape, $0.place.segments.first ?? ""] })
    }
  }

  /// A statement of which it is known whether its parameters are those of its page.
  private struct Difference {
    let statement: Statement
    let verdict: SiteParameters.Verdict
    var isApple: Bool { !statement.declaration.devices.contains(.android) }
    var isWrong: Bool { verdict != .agrees }
  }

  /// Compares the URLs of apps with those of their pages.
  private func differences(of statements: [Statement]) -> [Int: [Difference]] {
    var found: [Int: [Difference]] = [:]
    let verdicts = verdicts(statements, isExact: true)
    for (index, statement) in statements.enumerated() {
      guard let verdict = verdicts[index] else { continue }
      found[statement.page, default: []].append(.init(statement: statement, verdict: verdict))
    }
    return found
  }

  private mutating func report(_ difference: Difference, rivals: [Difference]) {
    let statement = difference.statement
    var rival = rivals.first { !$0.isWrong }?.statement
    let message: String
    switch difference.verdict {
    case .agrees: return
    case .lacks(let expected):
      if rival?.place.parameters.contains(where: { $0.contains(expected) }) != true { rival = nil }
      message =
        "It lacks '\(shown(expected))', which the address of the page has. On other pages, it is a "
        + "part of the URL."
    case .differs(let found, let expected):
      if found.lowercased() == expected.lowercased() {
        if isSpelled(found, statement.page) { return }
        rival = nil
      }
      message =
        "It opens '\(shown(found))', but the address of the page has '\(shown(expected))' at this "
        + "place. On other pages, the two are equal."
    }
    let other = rival.flatMap { Self.message(difference.verdict, $0) }
    reports[statement.page].add(
      other == nil ? .appURLOfOtherPage : .platformURLsDiffer,
      at: statement.declaration,
      other ?? message
    )
  }

  /// Returns how a statement differs from one of another platform, or `nil` if it does not.
  private static func message(_ verdict: SiteParameters.Verdict, _ rival: Statement) -> String? {
    let name = rival.declaration.reference
    switch verdict {
    case .agrees: return nil
    case .lacks(let expected): return "It lacks '\(shown(expected))', which \(name) has."
    case .differs(let found, let expected):
      return "It opens '\(shown(found))', but \(name) opens '\(shown(expected))'."
    }
  }

  /// Whether a page names an address of its own with a parameter in these capitals.
  private func isSpelled(_ parameter: String, _ page: Int) -> Bool {
    pages[page].all(.address).contains { SitePlace($0.value)?.written.contains(parameter) == true }
  }

  /// Compares the URLs of two platforms on pages whose address does not say what they open.
  ///
  /// - Parameters:
  ///   - apple: The URLs for Apple devices.
  ///   - android: The URLs for Android.
  ///   - known: The pages whose address says what they open.
  /// - Returns: The pages with a finding.
  private mutating func checkPlatforms(
    _ apple: [Statement],
    _ android: [Statement],
    known: Set<Int>
  ) -> Set<Int> {
    var reported: Set<Int> = []
    func add(
      _ verdicts: [Int: SiteParameters.Verdict],
      _ statements: [Statement],
      _ rivals: [Int: Statement]
    ) {
      for (index, verdict) in verdicts {
        let statement = statements[index]
        guard let rival = rivals[statement.page], let message = Self.message(verdict, rival) else {
          continue
        }
        reports[statement.page].add(.platformURLsDiffer, at: statement.declaration, message)
        reported.insert(statement.page)
      }
    }
    let pairs = pairs(apple, android, without: known)
    add(SiteParameters.verdicts(pairs.all, isExact: true), android, pairs.sources)
    // What differs is reported at the tag for Android, and what is missing where it is missing.
    let reversed = self.pairs(android, apple, without: known.union(reported))
    add(SiteParameters.missing(reversed.all), apple, reversed.sources)
    return reported
  }

  /// Returns the statements of a platform, each with the first one of another platform on its page.
  private func pairs(
    _ sources: [Statement],
    _ targets: [Statement],
    without known: Set<Int>
  ) -> (all: [SiteParameters.Pair], sources: [Int: Statement]) {
    let sources = Dictionary(sources.map { ($0.page, $0) }) { first, _ in first }
    let pairs = targets.enumerated().compactMap { index, target -> SiteParameters.Pair? in
      guard !known.contains(target.page), let source = sources[target.page] else { return nil }
      return .init(index: index, page: target.page, source: source.place, target: target.place)
    }
    return (pairs, sources)
  }

  /// Reports URLs of apps on two pages, if almost every page has its own.
  private mutating func checkCopies(_ groups: [[String]: [Statement]]) {
    for group in groups.values {
      let users = Dictionary(grouping: group, by: \.place.key)
      let pageCount = Set(group.map(\.page)).count
      guard pageCount >= SiteParameters.leastPages, users.count * 10 >= pageCount * 9 else {
        continue
      }
      for all in users.values where all.count > 1 {
        let sorted = all.sorted { $0.page < $1.page }
        // A URL that is the address of one of the pages belongs to that page.
        let owner = sorted.first { places[$0.page]?.key == $0.place.key } ?? sorted.first
        for statement in sorted {
          guard let owner, !isSame(owner.page, statement.page) else { continue }
          reports[statement.page].add(
            .appURLOfOtherPage,
            at: statement.declaration,
            "'\(shown(statement.declaration.value))' also opens from "
              + "'\(shown(pages[owner.page].url))'."
          )
        }
      }
    }
  }

  // MARK: Statements

  func statements(_ isWanted: (PageDeclaration) -> Bool) -> [Statement] {
    pages.indices.flatMap { page in
      pages[page].declarations.filter(isWanted).compactMap { declaration in
        guard URLParts(declaration.value).scheme != nil else { return nil }
        return SitePlace(declaration.value).map {
          Statement(page: page, declaration: declaration, place: $0)
        }
      }
    }
  }

  /// Compares statements with the addresses of their pages.
  func verdicts(
    _ statements: [Statement],
    isExact: Bool = false
  ) -> [Int: SiteParameters.Verdict] {
    let pairs = statements.enumerated().compactMap { index, statement in
      places[statement.page].map { place in
        SiteParameters.Pair(
          index: index,
          page: statement.page,
          source: place,
          target: statement.place
        )
      }
    }
    return SiteParameters.verdicts(pairs, isExact: isExact)
  }
}

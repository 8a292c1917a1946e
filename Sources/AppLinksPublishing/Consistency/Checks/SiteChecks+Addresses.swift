internal import AppLinks

extension SiteChecks {
  /// Reports canonical addresses, addresses to share and web fallbacks that are those of another
  /// page.
  mutating func checkAddresses() {
    var pagesByPlace: [[String]: Int] = [:]
    for (index, place) in places.enumerated() {
      if let place, pagesByPlace[place.key] == nil { pagesByPlace[place.key] = index }
    }
    // A fallback can be one page for a whole section, which is then not learned.
    compareWithAddresses(statements { $0.fact == .webURL })
    for vocabulary in [PageDeclaration.Vocabulary.canonical, .openGraph] {
      let all = statements { $0.fact == .address && $0.vocabulary == vocabulary }
      compareWithAddresses(all)
      for statement in all {
        guard let other = pagesByPlace[statement.place.key], other != statement.page,
          opensOtherContent(statement.page, other), !isVariant(statement.page, other)
        else { continue }
        reports[statement.page].add(
          .addressOfOtherPage,
          at: statement.declaration,
          "It is the address of another page, which opens other content in the app."
        )
      }
    }
  }

  private mutating func compareWithAddresses(_ all: [Statement]) {
    for (index, verdict) in verdicts(all) {
      guard case .differs(let found, let expected) = verdict else { continue }
      reports[all[index].page].add(
        .addressOfOtherPage,
        at: all[index].declaration,
        "It has '\(shown(found))' where the address of the page has '\(shown(expected))'."
      )
    }
  }

  /// Returns whether two pages open different content in the same app.
  private func opensOtherContent(_ left: Int, _ right: Int) -> Bool {
    for platform in Platform.allCases {
      let urls = [left, right].map { page in
        Set(
          pages[page].all(.appURL).filter {
            $0.devices.contains(.android) == (platform == .android)
          }
          .compactMap { SitePlace($0.value)?.key }
        )
      }
      if !urls[0].isEmpty, !urls[1].isEmpty, urls[0].isDisjoint(with: urls[1]) { return true }
    }
    return false
  }

  /// Returns whether the first page is below the second one, or a variant of it.
  private func isVariant(_ left: Int, _ right: Int) -> Bool {
    guard let left = places[left], let right = places[right] else { return true }
    if left.isRelated(to: right) { return true }
    guard left.segmentCount == right.segmentCount, let last = left.segments.last,
      let other = right.segments.last
    else { return false }
    return left.segments.dropLast() == right.segments.dropLast() && SitePlace.isVariant(last, other)
  }

  /// Returns whether two pages show the same content, as far as their addresses tell.
  func isSame(_ left: Int, _ right: Int) -> Bool {
    if isVariant(left, right) { return true }
    let keys = [left, right].map { page in
      Set(
        pages[page].all(.address).filter { $0.vocabulary == .canonical }
          .compactMap { SitePlace($0.value)?.key } + [places[page]?.key ?? []]
      )
    }
    return !keys[0].isDisjoint(with: keys[1])
  }
}

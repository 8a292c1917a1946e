internal import AppLinks

/// A comparison of a parameter of a URL with what it is on most other pages of a site.
///
/// The shapes of URLs are learned: if the second segment of pages is the first parameter of their
/// `al:ios:url` almost everywhere, a page where it is not is a mistake.
struct SiteParameters {
  /// A URL with what it is derived from.
  struct Pair {
    /// The number with which the verdict about the target is returned.
    let index: Int
    let source: SitePlace
    let target: SitePlace
  }

  /// What is known about the URL of a page.
  enum Verdict: Hashable {
    case agrees

    /// The parameter is a different one from the one that is expected.
    case differs(found: String, expected: String)
  }

  /// The number of pages below which nothing is learned.
  static let leastPages = 10

  /// The number of pages of which at most one can be a mistake.
  private static let pagesPerMistake = 10

  /// Returns the verdicts about the targets of which something is known, by index.
  static func verdicts(_ pairs: [Pair]) -> [Int: Verdict] {
    var known: [String: Set<String>] = [:]
    for pair in pairs { known[pair.source.shape, default: []].formUnion(pair.source.candidates) }
    var verdicts: [Int: Verdict] = [:]
    // A site derives the URLs of each of its sections in one way, or those of all of them.
    let shapes = Dictionary(grouping: pairs) { [$0.source.shape, $0.target.shape] }
    let sections = Dictionary(grouping: pairs) {
      [$0.source.shape, $0.target.shape, $0.source.segments.first ?? ""]
    }
    for group in Array(shapes.values) + sections.values where group.count >= leastPages {
      let others = known[group[0].source.shape] ?? []
      for (index, verdict) in self.verdicts(aboutGroup: group, others) {
        if verdicts[index] == nil || verdict != .agrees { verdicts[index] = verdict }
      }
    }
    return verdicts
  }

  private static func verdicts(
    aboutGroup group: [Pair],
    _ others: Set<String>
  ) -> [Int: Verdict] {
    var verdicts: [Int: Verdict] = [:]
    for index in group[0].target.parameters.indices {
      let found = group.map { $0.target.parameters[index] }
      guard Set(found).count * 2 >= found.count, let expected = expected(found, group) else {
        continue
      }
      for (pair, (found, expected)) in zip(group, zip(found, expected)) {
        if found == expected {
          if verdicts[pair.index] == nil { verdicts[pair.index] = .agrees }
        } else if isOfAnotherPage(found, others), !SitePlace.isVariant(found, expected) {
          verdicts[pair.index] = .differs(found: found, expected: expected)
        }
      }
    }
    return verdicts
  }

  /// Returns the parameters of the sources that are equal to the found ones on almost all pages.
  private static func expected(_ found: [String], _ group: [Pair]) -> [String]? {
    let candidates = group.map(\.source.candidates)
    var best: (count: Int, values: [String])?
    for index in candidates.first?.indices ?? 0..<0 {
      let values = candidates.map { $0[index] }
      let count = zip(found, values).count { $0 == $1 }
      if count > best?.count ?? 0 { best = (count, values) }
    }
    guard let best, (found.count - best.count) * pagesPerMistake <= found.count else { return nil }
    return best.values
  }

  /// Returns whether a parameter identifies something else, and is not merely another word.
  private static func isOfAnotherPage(_ found: String, _ others: Set<String>) -> Bool {
    others.contains(found) || !found.isEmpty && found.utf8.allSatisfy(\.isASCIIDigit)
  }
}

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

    /// The number of the page with the target.
    let page: Int
    let source: SitePlace
    let target: SitePlace
  }

  /// What is known about the URL of a page.
  enum Verdict: Hashable {
    case agrees

    /// The parameter is a different one from the one that is expected.
    case differs(found: String, expected: String)

    /// The parameter is missing.
    case lacks(String)
  }

  /// The number of pages below which nothing is learned.
  static let leastPages = 10

  /// The number of pages of which at most one can be a mistake.
  private static let pagesPerMistake = 10

  /// Returns the verdicts about the targets of which something is known, by index.
  ///
  /// - Parameters:
  ///   - pairs: The URLs.
  ///   - isExact: Whether capitals and missing parameters count, as they do for apps.
  /// - Returns: The verdicts.
  static func verdicts(_ pairs: [Pair], isExact: Bool) -> [Int: Verdict] {
    var known: [String: Set<String>] = [:]
    for pair in pairs { known[pair.source.shape, default: []].formUnion(pair.source.candidates) }
    var verdicts = isExact ? missing(pairs) : [:]
    // A site derives the URLs of each of its sections in one way, or those of all of them.
    let shapes = Dictionary(grouping: pairs) { [$0.source.shape, $0.target.shape] }
    let sections = Dictionary(grouping: pairs) {
      [$0.source.shape, $0.target.shape, $0.source.section]
    }
    for group in Array(shapes.values) + sections.values where group.count >= leastPages {
      let others = known[group[0].source.shape] ?? []
      for (index, verdict) in self.verdicts(aboutGroup: group, others, isExact: isExact) {
        if verdicts[index] == nil || verdict != .agrees { verdicts[index] = verdict }
      }
    }
    return verdicts
  }

  private static func verdicts(
    aboutGroup group: [Pair],
    _ others: Set<String>,
    isExact: Bool
  ) -> [Int: Verdict] {
    var verdicts: [Int: Verdict] = [:]
    for index in group[0].target.parameters.indices {
      guard let source = source(of: index, in: group) else { continue }
      if isExact {
        verdicts.merge(differencesInCase(index, source.column, group)) { $1 }
      }
      guard source.isParameter else { continue }
      for (pair, expected) in zip(group, source.values) {
        let found = pair.target.parameters[index]
        if found == expected {
          if verdicts[pair.index] == nil { verdicts[pair.index] = .agrees }
        } else if isOfAnotherPage(found, others), !SitePlace.isVariant(found, expected) {
          verdicts[pair.index] = .differs(found: found, expected: expected)
        }
      }
    }
    return verdicts
  }

  /// What a parameter is derived from.
  private struct Source {
    /// The index among the candidates of each source.
    let column: Int

    /// The candidates.
    let values: [String]

    /// Whether the parameter tells pages apart.
    let isParameter: Bool
  }

  /// Returns the parameters of the sources that are equal to those of the targets on almost all
  /// pages.
  private static func source(of index: Int, in group: [Pair]) -> Source? {
    let found = group.map { $0.target.parameters[index] }
    let candidates = group.map(\.source.candidates)
    var best: (count: Int, column: Int)?
    for column in candidates.first?.indices ?? 0..<0 {
      let count = zip(found, candidates).count { $0 == $1[column] }
      if count > best?.count ?? 0 { best = (count, column) }
    }
    guard let best, (found.count - best.count) * pagesPerMistake <= found.count else { return nil }
    return Source(
      column: best.column,
      values: candidates.map { $0[best.column] },
      isParameter: Set(found).count * 2 >= found.count
    )
  }

  /// Returns whether a parameter identifies something else, and is not merely another word.
  private static func isOfAnotherPage(_ found: String, _ others: Set<String>) -> Bool {
    others.contains(found) || !found.isEmpty && found.utf8.allSatisfy(\.isASCIIDigit)
  }

  // MARK: Exact comparisons

  /// Returns verdicts about parameters with other capitals than those of their sources, which
  /// almost all others repeat exactly.
  private static func differencesInCase(
    _ index: Int,
    _ column: Int,
    _ group: [Pair]
  ) -> [Int: Verdict] {
    var verdicts: [Int: Verdict] = [:]
    guard column < group[0].source.written.count else { return verdicts }
    let words = group.filter { pair in
      let text = pair.target.parameters[index]
      return text == pair.source.parameters[column] && text.utf8.contains(where: \.isASCIILetter)
    }
    // What is lowercase in all addresses does not show what apps do with capitals.
    let spellings = Dictionary(grouping: words) { pair in
      pair.source.written[column] == pair.source.parameters[column]
    }
    for pairs in spellings.values {
      let wrong = pairs.filter { $0.target.written[index] != $0.source.written[column] }
      let isUsual = pairs.count >= leastPages && wrong.count * pagesPerMistake <= pairs.count
      for pair in wrong where isUsual {
        let (found, expected) = (pair.target.written[index], pair.source.written[column])
        verdicts[pair.index] = .differs(found: found, expected: expected)
      }
    }
    return verdicts
  }

  /// Returns verdicts about targets without a parameter that almost all others take from their
  /// sources.
  static func missing(_ pairs: [Pair]) -> [Int: Verdict] {
    var verdicts: [Int: Verdict] = [:]
    let shapes = Dictionary(grouping: pairs) { [$0.source.shape] }
    let sections = Dictionary(grouping: pairs) { [$0.source.shape, $0.source.section] }
    for group in Array(shapes.values) + sections.values where group.count >= leastPages {
      let targets = Dictionary(grouping: group, by: \.target.shape)
      guard let usual = targets.values.max(by: { $0.count < $1.count }),
        usual.count < group.count,
        (group.count - usual.count) * pagesPerMistake <= group.count
      else { continue }
      let target = usual[0].target
      let required = target.parameters.indices.compactMap { Required(of: $0, in: usual) }
      let complete = Set(usual.map(\.page))
      let known = Set(usual.map(\.source.section))
      for pair in group where pair.target.shape != target.shape {
        // A page of another section, such as one of help, can open a place without parameters.
        guard pair.target.scheme == target.scheme, !complete.contains(pair.page),
          pair.target.parameters.count < target.parameters.count,
          known.contains(pair.source.section),
          let value = required.lazy.compactMap({ $0.value(missingIn: pair) }).first
        else { continue }
        verdicts[pair.index] = .lacks(value)
      }
    }
    return verdicts
  }

  /// A parameter that almost all targets take from their sources.
  private struct Required {
    private let column: Int

    /// Whether it has the same name in the sources and the targets.
    private let isNamed: Bool
    private let lengths: ClosedRange<Int>
    private let isNumber: Bool

    init?(of index: Int, in group: [Pair]) {
      guard let source = source(of: index, in: group) else { return nil }
      let name = group[0].target.name(at: index)
      isNamed = name != nil && name == group[0].source.name(at: source.column)
      guard isNamed || source.isParameter else { return nil }
      column = source.column
      let counts = source.values.map(\.utf8.count)
      lengths = (counts.min() ?? 0)...(counts.max() ?? 0)
      isNumber = source.values.allSatisfy { $0.utf8.allSatisfy(\.isASCIIDigit) }
    }

    /// Returns the parameter if the target lacks it, and if it is an identifier like the others.
    func value(missingIn pair: Pair) -> String? {
      let value = pair.source.candidates[column]
      let isIdentifier =
        lengths.contains(value.utf8.count) && value.utf8.contains(where: \.isASCIIDigit)
        && (!isNumber || value.utf8.allSatisfy(\.isASCIIDigit))
      guard !value.isEmpty, isNamed || isIdentifier,
        !pair.target.parameters.contains(where: { $0.contains(value) })
      else { return nil }
      return value
    }
  }
}

internal import AppLinks

/// Checks of rules that are valid but may not do what their author intends.
enum AppleRuleChecks {
  typealias Rule = AppleAppSiteAssociation.Rule

  static func check(
    _ file: AppleAppSiteAssociation,
    _ reader: inout AssociationReader,
    _ places: [[AppleFileParser.Place]]
  ) {
    // Patterns that are inherited count for every rule, so the size of the file limits nothing.
    var budget = MatchBudget(5_000_000)
    for (entry, places) in zip(file.entries, places) {
      // Of these, only the first few are compared with all others, so that time stays linear.
      var broad: [Prefix] = []
      let defaults = entry.defaults.inheriting(from: file.defaults)
      for (rule, place) in zip(entry.rules, places) {
        let whole = entry.style == .paths ? rule : rule.inheriting(from: defaults)
        checkPath(rule, whole, entry.style, &reader, place)
        checkVariables(rule, file.substitutionVariables, &reader, place)
        if !whole.doubts.isEmpty { continue }
        guard budget.take((whole.path ?? "").utf8.count) else { continue }
        let path = Prefix.trimmed(whole.path ?? "*")
        if let cover = broad.first(where: { $0.covers(whole, path, &budget) }),
          !isUsualEnd(whole, after: cover)
        {
          reader.add(
            .unreachableRule,
            at: place.offset,
            place.subject,
            "An earlier rule matches all that this one matches."
          )
        }
        guard isFree(whole.query), whole.fragment ?? "*" == "*", broad.count < 50,
          let prefix = Prefix(whole)
        else { continue }
        broad.append(prefix)
        if ["*", "/*"].contains(whole.path ?? "*"), whole.isExcluded != true {
          reader.add(
            .catchAllRule,
            at: place.offset,
            place.subject,
            "The rule matches every URL of the domain."
          )
        }
      }
    }
  }

  /// Returns whether a rule only repeats that the root opens.
  ///
  /// The standard file of Branch ends with such a rule.
  private static func isUsualEnd(_ rule: Rule, after cover: Prefix) -> Bool {
    rule.path == "/" && rule.isExcluded != true && !cover.isExcluded
  }

  private static func isFree(_ query: Rule.Query?) -> Bool {
    query == nil || query == .text("*") || query == .items([:])
  }

  /// A rule for a path that ends with its only wildcard, `*`.
  private struct Prefix {
    /// The literal text before the wildcard, without slashes at the beginning.
    private let bytes: Substring.UTF8View
    let isExcluded: Bool
    private let isCaseSensitive: Bool?
    private let isPercentEncoded: Bool?

    /// Creates a prefix, or `nil` for a rule of another form.
    init?(_ rule: Rule) {
      bytes = Prefix.trimmed(rule.path ?? "*").dropLast()
      isExcluded = rule.isExcluded == true
      isCaseSensitive = rule.isCaseSensitive
      isPercentEncoded = rule.isPercentEncoded
      let special = Array("*?$%".utf8)
      if rule.path?.utf8.last != nil && rule.path?.utf8.last != UInt8(ascii: "*") { return nil }
      if rule.path == "" || bytes.contains(where: { special.contains($0) || $0 >= 0x80 }) {
        return nil
      }
    }

    /// Returns whether the rule matches everything that another one matches.
    ///
    /// - Parameters:
    ///   - rule: The other rule.
    ///   - path: Its path without slashes at the beginning.
    ///   - budget: The remaining steps. If they do not suffice, the result is `false`.
    /// - Returns: Whether it does.
    func covers(_ rule: Rule, _ path: Substring.UTF8View, _ budget: inout MatchBudget) -> Bool {
      if bytes.isEmpty { return true }
      guard isCaseSensitive == rule.isCaseSensitive, isPercentEncoded == rule.isPercentEncoded,
        path.first == bytes.first, budget.take(bytes.count)
      else { return false }
      return path.starts(with: bytes)
    }

    static func trimmed(_ path: String) -> Substring.UTF8View {
      path.utf8.drop { $0 == UInt8(ascii: "/") }
    }
  }

  private static func checkPath(
    _ rule: Rule,
    _ whole: Rule,
    _ style: AppleAppSiteAssociation.Entry.Style,
    _ reader: inout AssociationReader,
    _ place: AppleFileParser.Place
  ) {
    guard let path = rule.path else { return }
    func add(_ code: AppLinkDiagnostic.Code, _ message: @autoclosure () -> String) {
      reader.add(code, at: place.offset, place.subject, message())
    }
    if style == .paths, isMalformedNot(path) {
      add(.malformedNot, "'\(shown(path))' does not exclude anything.")
    } else if path.utf8.contains(UInt8(ascii: "#")) {
      add(.fragmentInPath, "The path '\(shown(path))' contains '#'.")
    } else if isQuery(path) {
      add(.queryInPath, "The path '\(shown(path))' seems to contain a query.")
    } else if whole.isPercentEncoded ?? true {
      if path.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
        add(
          .impossiblePattern,
          "The path '\(shown(path))' contains a space or a character outside ASCII, which are "
            + "escaped in URLs."
        )
      }
    }
  }

  /// Whether a path looks like an exclusion but is not one.
  static func isMalformedNot(_ path: String) -> Bool {
    let start = path.utf8.prefix(4).map(\.asciiLowercased)
    return start == Array("not ".utf8) || start == Array("not/".utf8)
  }

  /// Whether a path has the form `…?name=`.
  private static func isQuery(_ path: String) -> Bool {
    guard let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) else { return false }
    let rest = path.utf8[mark...].dropFirst()
    let name = rest.prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    return !name.isEmpty && rest.dropFirst(name.count).first == UInt8(ascii: "=")
  }

  private static func checkVariables(
    _ rule: Rule,
    _ lists: [String: [String]],
    _ reader: inout AssociationReader,
    _ place: AppleFileParser.Place
  ) {
    var patterns = [rule.path, rule.fragment].compactMap { $0 }
    switch rule.query {
    case .text(let text): patterns.append(text)
    case .items(let items): patterns += items.values.sorted()
    case nil: break
    }
    for pattern in patterns where ApplePatternCompiler.hasVariable(pattern) {
      for name in ApplePatternCompiler.variables(in: pattern)
      where lists[name] == nil && ApplePatternCompiler.builtIn(name) == nil {
        reader.add(
          .undefinedVariable,
          at: place.offset,
          place.subject,
          "The variable '\(shown(name))' has no list."
        )
      }
    }
  }
}

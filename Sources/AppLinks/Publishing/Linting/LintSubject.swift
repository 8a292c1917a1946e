/// What rules look at: the tags of a page or of a description.
struct LintSubject {
  let tags: [AppLinkTag]

  /// The tags by group, in the order of the page.
  let groups: [TagGroup]

  /// What is known only of a page; `nil` for a description.
  let page: LintedPage?

  /// Where values are that were too long to be kept.
  private let cutPlaces: Set<LintedPage.Place>

  /// Makes a subject.
  ///
  /// - Parameters:
  ///   - tags: The tags.
  ///   - page: What is known only of a page.
  ///   - diagnostics: What the scanner found odd.
  init(tags: [AppLinkTag], page: LintedPage? = nil, diagnostics: [AppLinkDiagnostic] = []) {
    self.tags = tags
    self.groups = TagGroup.groups(of: tags)
    self.page = page
    cutPlaces = Set(
      diagnostics.filter { $0.code == .valueTooLong }.compactMap {
        LintedPage.Place(line: $0.line, column: $0.column)
      }
    )
  }

  /// Whether the value of a tag is missing only because it was too long.
  func isCut(_ tag: Int) -> Bool {
    LintedPage.Place(line: tags[tag].line, column: tags[tag].column).map(cutPlaces.contains)
      ?? false
  }

  /// The groups of platforms with apps, that is of all known ones but the web.
  var appGroups: [TagGroup] {
    groups.filter { $0.platform != "web" && TagVocabulary.keys[$0.platform] != nil }
  }

  /// The groups of `al:web`, of which only the first counts.
  var webGroups: [TagGroup] { groups.filter { $0.platform == "web" } }

  /// A value that is worth a closer look.
  ///
  /// Values that are empty, have white space around them or control characters in them get a finding of
  /// their own, and nothing else needs to be said about them.
  func plainValue(_ entry: TagGroup.Entry) -> String? {
    guard let value = entry.value, !value.isEmpty, value == value.trimmingHTMLSpace else {
      return nil
    }
    return value.unicodeScalars.contains(where: \.isControl) ? nil : value
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character; white space other than a space is.
  var isControl: Bool { properties.generalCategory == .control }
}

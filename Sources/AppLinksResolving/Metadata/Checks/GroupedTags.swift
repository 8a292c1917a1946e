package import AppLinks

/// The tags of a page and the groups that they form.
package struct GroupedTags {
  private struct Place: Hashable {
    let line: Int
    let column: Int

    init?(_ line: Int?, _ column: Int?) {
      guard let line, let column else { return nil }
      self.line = line
      self.column = column
    }
  }

  /// The tags in the order of the page.
  package let tags: [AppLinkTag]

  /// The groups, in the order in which they begin.
  package let groups: [TagGroup]

  private let cutPlaces: Set<Place>

  /// Creates the groups of tags.
  ///
  /// - Parameters:
  ///   - tags: The tags in the order of the page.
  ///   - diagnostics: The diagnostics of the scanner, which identify the values that were cut off.
  package init(_ tags: [AppLinkTag], diagnostics: [AppLinkDiagnostic] = []) {
    self.tags = tags
    groups = TagGroup.groups(of: tags)
    cutPlaces = Set(
      diagnostics.filter { $0.code == .valueTooLong }.compactMap { Place($0.line, $0.column) }
    )
  }

  /// The groups that describe apps.
  package var appGroups: [TagGroup] {
    groups.filter { $0.platform != "web" && TagVocabulary.keys[$0.platform] != nil }
  }

  /// The groups that describe the fallback to the web.
  package var webGroups: [TagGroup] { groups.filter { $0.platform == "web" } }

  /// Returns whether the scanner cut off the value of a tag.
  package func isCut(_ tag: Int) -> Bool {
    Place(tags[tag].line, tags[tag].column).map(cutPlaces.contains) ?? false
  }

  /// Returns the value of an entry, or `nil` if it is missing, empty, padded or contains control
  /// characters.
  package func plainValue(_ entry: TagGroup.Entry) -> String? {
    guard let value = entry.value, !value.isEmpty, value == value.trimmingHTMLSpace else {
      return nil
    }
    return value.unicodeScalars.contains(where: \.isControl) ? nil : value
  }
}

extension Unicode.Scalar {
  package var isControl: Bool { properties.generalCategory == .control }
}

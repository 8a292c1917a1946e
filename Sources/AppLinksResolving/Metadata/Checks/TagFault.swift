package import AppLinks

/// A tag that cannot have the intended effect.
package struct TagFault {
  /// The kind of the fault.
  package let code: AppLinkDiagnostic.Code

  /// The index of the tag.
  package let tag: Int

  /// A sentence that says what is wrong.
  package let message: String

  /// A sentence that says what to do.
  package let advice: String

  init(
    _ code: AppLinkDiagnostic.Code,
    at tag: Int,
    _ message: String,
    advice: String? = nil
  ) {
    self.code = code
    self.tag = tag
    self.message = message
    self.advice = advice ?? TagFault.usualAdvice(for: code)
  }

  /// The codes of all faults.
  package static let codes = Set(advice.keys)

  /// Returns the general advice for a fault.
  ///
  /// - Parameter code: The code of a fault.
  /// - Returns: The advice, or an empty string for any other code.
  package static func usualAdvice(for code: AppLinkDiagnostic.Code) -> String {
    advice[code] ?? ""
  }

  private static let advice: [AppLinkDiagnostic.Code: String] = [
    .unknownPlatform: "Use one of: \(TagVocabulary.platforms.joined(separator: ", ")).",
    .unknownKey: "Correct the key, or remove the tag.",
    .propertyTooDeep: "Use three components, as in 'al:ios:url'.",
    .missingContent: "Put the value in the 'content' attribute.",
    .emptyValue: "Add a value, or remove the tag.",
    .paddedValue: "Remove the white space.",
    .controlCharacter: "Remove the character.",
    .unparsableURL:
      "Escape spaces and other characters that a URL cannot contain, such as '%20' for a space.",
    .missingHost: "Write the whole URL, beginning with 'https://' and the host.",
    .underscoreInScheme: "Use a scheme of letters, digits, '+', '-' and '.'.",
    .misalignedTags:
      "Begin each app with a tag that names only the platform, such as 'al:android'.",
    .unparsableWebURL:
      "Escape spaces and other characters that a URL cannot contain, such as '%20' for a space.",
    .webURLNotWeb: "Use a URL that begins with 'https:'.",
    .malformedShouldFallback: "Write 'false', or remove the tag.",
    .ignoredWebTag: "Remove the tag.",
  ]
}

extension AppLinkDiagnostic {
  /// Returns the diagnostics for faults of tags.
  ///
  /// Those with a position are in the order of the page.
  ///
  /// - Parameters:
  ///   - tags: The tags.
  ///   - known: The diagnostics of the scanner for the tags.
  /// - Returns: A diagnostic for each fault.
  /// - Complexity: O(*n* log *n*) in the number of tags.
  static func faults(
    of tags: [AppLinkTag],
    besides known: [AppLinkDiagnostic]
  ) -> [AppLinkDiagnostic] {
    let grouped = GroupedTags(tags, diagnostics: known)
    let faults =
      TagFault.properties(of: tags) + TagFault.contents(of: grouped) + TagFault.urls(of: grouped)
      + TagFault.columns(of: grouped) + TagFault.web(of: grouped)
    func place(_ fault: TagFault) -> (Int, Int, Int) {
      (tags[fault.tag].line ?? 0, tags[fault.tag].column ?? 0, fault.tag)
    }
    // Sorting is not stable, so the order of the checks is the last criterion.
    let sorted = faults.enumerated().sorted {
      let (left, right) = (place($0.element), place($1.element))
      return left == right ? $0.offset < $1.offset : left < right
    }
    return sorted.map(\.element).map { fault in
      AppLinkDiagnostic(
        code: fault.code,
        message: "\(shown(tags[fault.tag].property)): \(fault.message) \(fault.advice)",
        line: tags[fault.tag].line,
        column: tags[fault.tag].column
      )
    }
  }
}

package import AppLinks

/// A tag that cannot mean what it says.
package struct TagFault {
  /// What is wrong.
  package let code: AppLinkDiagnostic.Code

  /// The position of the tag.
  package let tag: Int

  /// What is wrong, as a sentence.
  package let message: String

  /// What to do about it.
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

  /// Gives the advice for a fault if nothing more specific is known.
  ///
  /// - Parameter code: The code of a fault.
  /// - Returns: The advice, or nothing for other codes.
  package static func usualAdvice(for code: AppLinkDiagnostic.Code) -> String {
    advice[code] ?? ""
  }

  private static let advice: [AppLinkDiagnostic.Code: String] = [
    .unknownPlatform: "Name one of: \(TagVocabulary.platforms.joined(separator: ", ")).",
    .unknownKey: "Correct the key, or remove the tag.",
    .propertyTooDeep: "Properties of App Links have three components, as in 'al:ios:url'.",
    .missingContent: "Put the value into 'content'.",
    .emptyValue: "Write the value, or remove the tag.",
    .paddedValue: "Remove the white space.",
    .controlCharacter: "Remove it.",
    .unparsableURL:
      "Escape spaces and other characters that a URL must not contain, such as '%20'.",
    .missingHost: "Write the whole URL, beginning with 'https://' and the host.",
    .underscoreInScheme: "Use a scheme of letters, digits, '+', '-' and '.'.",
    .misalignedTags:
      "Begin each app with a tag that has the platform only, such as 'al:android'.",
    .unparsableWebURL:
      "Escape spaces and other characters that a URL must not contain, such as '%20'.",
    .webURLNotWeb: "Write a URL that begins with 'https:'.",
    .malformedShouldFallback: "Write 'false', or remove the tag.",
    .ignoredWebTag: "Remove it.",
  ]
}

extension AppLinkDiagnostic {
  /// Returns what is wrong with tags, in the order of the page as far as they have a place.
  ///
  /// - Parameters:
  ///   - tags: The tags.
  ///   - known: What the scanner reported about them.
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
    // Sorting is not stable, so the order of the checks decides last.
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

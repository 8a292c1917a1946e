internal import AppLinks

extension TagFault {
  /// Returns values that are missing, empty, padded or contain control characters.
  package static func contents(of grouped: GroupedTags) -> [TagFault] {
    var faults: [TagFault] = []
    for group in grouped.groups {
      for key in TagVocabulary.keys[group.platform, default: []] {
        for entry in group[key] where !entry.isImplied && !grouped.isCut(entry.tag) {
          if let fault = content(of: entry) { faults.append(fault) }
        }
      }
    }
    return faults
  }

  private static func content(of entry: TagGroup.Entry) -> TagFault? {
    guard let value = entry.value else {
      return TagFault(.missingContent, at: entry.tag, "The tag has no 'content' attribute.")
    }
    if value.trimmingHTMLSpace.isEmpty {
      return TagFault(.emptyValue, at: entry.tag, "The value is empty.")
    }
    if value != value.trimmingHTMLSpace {
      let message =
        "The value '\(shown(value))' has white space around it, which is part of the value."
      return TagFault(.paddedValue, at: entry.tag, message)
    }
    if value.unicodeScalars.contains(where: \.isControl) {
      let message =
        "The value '\(shown(value))' contains a line break or another control character."
      return TagFault(.controlCharacter, at: entry.tag, message)
    }
    return nil
  }
}

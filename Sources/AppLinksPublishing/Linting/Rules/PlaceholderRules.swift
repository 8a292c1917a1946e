package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let placeholderValue = Self(rawValue: "placeholder-value")
}

/// Rules about values that a program has probably written by mistake.
enum PlaceholderRules: LintRule {
  static let explanations = [
    LintExplanation(
      .placeholderValue,
      .warning,
      "A value is what programs write in place of a missing one, such as 'undefined', 'null' or "
        + "the number 0, or it leads to the device of the reader, as 'localhost' does.",
      advice: "Correct the program that writes the page.",
      example: """
        <meta property="al:ios:url" content="shop://undefined">
        """
    )
  ]

  /// The texts that programs write for a missing value, in lowercase.
  private static let words: Set<String> = [
    "undefined", "null", "(null)", "nil", "[object object]",
  ]

  /// Returns whether a text is one that programs write for a missing value.
  private static func isMissing(_ text: String) -> Bool {
    text == "NaN" || words.contains(text.lowercased())
  }

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    for group in subject.groups {
      for key in TagVocabulary.keys[group.platform, default: []] {
        for entry in group[key] {
          guard let value = subject.plainValue(entry) else { continue }
          let message =
            switch key {
            case "url": message(aboutURL: URLParts(value))
            case "app_store_id", "app_id": message(aboutIdentifier: value)
            default: message(aboutWord: value)
            }
          if let message { report.add(.placeholderValue, at: entry.tag, message) }
        }
      }
    }
  }

  private static func message(aboutWord text: String) -> String? {
    isMissing(text) ? "'\(shown(text))' stands for a missing value." : nil
  }

  private static func message(aboutIdentifier text: String) -> String? {
    let digits = text.utf8.filter(\.isASCIIAlphanumeric)
    if !digits.isEmpty, digits.allSatisfy({ $0 == UInt8(ascii: "0") }) {
      return "'\(shown(text))' is not the identifier of an app."
    }
    return message(aboutWord: text)
  }

  private static func message(aboutURL url: URLParts) -> String? {
    let host = (url.host ?? "").lowercased()
    if url.isWeb, isOwnDevice(host) {
      return "'\(shown(url.text))' leads to the device of whoever opens it."
    }
    let pieces = [host] + url.pathSegments + url.queryItems.compactMap(\.value)
    if let word = pieces.first(where: isMissing) {
      return "'\(shown(word))' in the URL stands for a missing value."
    }
    if let piece = pieces.first(where: { $0.contains("{{") || $0.contains("${") }) {
      return "'\(shown(piece))' in the URL is the variable of a template."
    }
    return nil
  }

  private static func isOwnDevice(_ host: String) -> Bool {
    let isNumber = host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    return ["localhost", "[::1]", "0.0.0.0"].contains(host) || host.hasSuffix(".localhost")
      || host.hasPrefix("127.") && isNumber
  }
}

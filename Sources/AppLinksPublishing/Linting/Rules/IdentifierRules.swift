package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let malformedAppStoreID = Self(rawValue: "malformed-app-store-id")
  package static let malformedPackage = Self(rawValue: "malformed-package")
  package static let malformedClass = Self(rawValue: "malformed-class")
  package static let malformedAppID = Self(rawValue: "malformed-app-id")
}

/// Rules about the format of identifiers.
enum IdentifierRules: LintRule {
  static let explanations = [
    LintExplanation(
      .malformedAppStoreID,
      .error,
      "An 'app_store_id' is not a number, so the app cannot be found in the App Store.",
      advice: "Write only the digits, without 'id'.",
      example: """
        <meta property="al:ios:app_store_id" content="id12345">
        """
    ),
    LintExplanation(
      .malformedPackage,
      .error,
      "A 'package' is not the name of a package.",
      advice:
        "Use names of letters, digits and '_', separated by dots, as in 'com.example.shop'.",
      example: """
        <meta property="al:android:package" content="Shop for Android">
        """
    ),
    LintExplanation(
      .malformedClass,
      .error,
      "A 'class' is not the full name of a class.",
      advice: "Include the package, as in 'com.example.shop.SocksActivity'.",
      example: """
        <meta property="al:android:class" content=".SocksActivity">
        """
    ),
    LintExplanation(
      .malformedAppID,
      .error,
      "An 'app_id' is not a GUID, so the app cannot be found in the Windows store.",
      advice: "Use the form 'a14e93aa-27c7-df11-a844-00237de2db9f'.",
      example: """
        <meta property="al:windows_phone:app_id" content="12345">
        """
    ),
  ]

  /// The required format of the values of a key.
  private struct Form {
    let key: String
    let code: AppLinkDiagnostic.Code
    let noun: String
    let isMet: @Sendable (String) -> Bool
  }

  private static let forms = [
    Form(key: "app_store_id", code: .malformedAppStoreID, noun: "a number") {
      $0.utf8.allSatisfy(\.isASCIIDigit)
    },
    Form(key: "package", code: .malformedPackage, noun: "the name of a package") { isPackage($0) },
    Form(key: "class", code: .malformedClass, noun: "the full name of a class") { isClass($0) },
    Form(key: "app_id", code: .malformedAppID, noun: "a GUID") { isGUID($0) },
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    for group in subject.appGroups {
      for form in forms {
        guard TagVocabulary.keys[group.platform]?.contains(form.key) == true else { continue }
        for entry in group[form.key] {
          guard let value = subject.plainValue(entry), !form.isMet(value) else { continue }
          report.add(form.code, at: entry.tag, "'\(shown(value))' is not \(form.noun).")
        }
      }
    }
  }

  /// Returns whether a text consists of two or more names that begin with a letter.
  private static func isPackage(_ text: String) -> Bool {
    let names = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return names.count > 1
      && names.allSatisfy { name in
        name.first?.isASCIILetter == true
          && name.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
      }
  }

  /// Returns whether a text consists of two or more names of letters, digits, `_` and `$`.
  private static func isClass(_ text: String) -> Bool {
    let names = text.split(separator: ".", omittingEmptySubsequences: false)
    return names.count > 1
      && names.allSatisfy { name in
        name.first.map { $0.isLetter || $0 == "_" || $0 == "$" } == true
          && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
      }
  }

  /// Returns whether a text consists of 8, 4, 4, 4 and 12 hexadecimal digits, optionally in braces.
  private static func isGUID(_ text: String) -> Bool {
    var bytes = text.utf8[...]
    if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") {
      bytes = bytes.dropFirst().dropLast()
    }
    let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy(\.isASCIIHexDigit) }
  }
}

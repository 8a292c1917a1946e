package import AppLinks

extension AppLinkDiagnostic.Code {
  package static let notJSON = Self(rawValue: "not-json")
  package static let htmlInsteadOfJSON = Self(rawValue: "html-instead-of-json")
  package static let byteOrderMark = Self(rawValue: "byte-order-mark")
  package static let fileTooLarge = Self(rawValue: "file-too-large")
  package static let signedFile = Self(rawValue: "signed-file")
  package static let associationLimit = Self(rawValue: "association-limit")
  package static let duplicateName = Self(rawValue: "duplicate-name")
  package static let misspeltName = Self(rawValue: "misspelt-name")
  package static let wrongType = Self(rawValue: "wrong-type")
}

extension AssociationExplanations {
  /// The explanations of findings about any file.
  static let files = [
    LintExplanation(
      .notJSON,
      .error,
      "The file is not JSON, so systems ignore all of it. Comments, trailing commas and "
        + "typographic quotes are not JSON.",
      advice: "Correct the file at this place.",
      example: """
        {"applinks": {"details": [],}}
        """
    ),
    LintExplanation(
      .htmlInsteadOfJSON,
      .error,
      "The file is a page. Servers of single-page apps answer unknown addresses with "
        + "their start page, and firewalls with a challenge.",
      advice: "Exempt the path from rewriting, from logins and from bot checks, and serve the "
        + "JSON.",
      example: """
        <!doctype html><title>Shop</title>
        """
    ),
    LintExplanation(
      .byteOrderMark,
      .warning,
      "The file begins with a byte order mark, which JSON does not have. It is not known "
        + "which systems accept it.",
      advice: "Save the file as UTF-8 without a byte order mark.",
      example: """
        U+FEFF {"applinks": {"details": []}}
        """
    ),
    LintExplanation(
      .fileTooLarge,
      .error,
      "The file is larger than systems read: "
        + "\(limitText(AppleAppSiteAssociation.maximumBytes)) on Apple devices, "
        + "\(limitText(AssociationReader.maximumBytes)) on Android. They use no part of it.",
      advice: "Combine rules with wildcards, and remove apps that no longer exist.",
      example: """
        (a file of 200 KB)
        """
    ),
    LintExplanation(
      .signedFile,
      .error,
      "The file is a signed message, the form for iOS 8. It is not read.",
      advice: "Serve the JSON without a signature; no system since iOS 9 needs it.",
      example: """
        (bytes of a CMS message)
        """
    ),
    LintExplanation(
      .associationLimit,
      .warning,
      "The file has more apps, rules or mistakes than are read.",
      advice: "Combine rules with wildcards. Correct the findings and check the file again.",
      example: """
        {"applinks": {"details": [{"appIDs": ["…"], "components": [{}, {}, {}]}]}}
        """
    ),
    LintExplanation(
      .duplicateName,
      .warning,
      "A name occurs twice in one object. Readers keep either value.",
      advice: "Remove one of the two.",
      example: """
        {"/": "/buy/*", "/": "/help/*"}
        """
    ),
    LintExplanation(
      .misspeltName,
      .warning,
      "A name that systems ignore resembles one that they know. Names are case-sensitive.",
      advice: "Write the known name.",
      example: """
        {"/": "/buy/*", "casesensitive": false}
        """
    ),
    LintExplanation(
      .wrongType,
      .error,
      "A value has the wrong type, so systems ignore it or the part around it.",
      advice: "Write a value of the type that the message names.",
      example: """
        {"appIDs": "ABCDE12345.com.example.shop"}
        """
    ),
  ]
}

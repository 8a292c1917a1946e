package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let missingURL = Self(rawValue: "missing-url")
  package static let missingPackage = Self(rawValue: "missing-package")
  package static let missingAppName = Self(rawValue: "missing-app-name")
  package static let missingStoreID = Self(rawValue: "missing-store-id")
}

/// Rules about the completeness of targets.
enum TargetRules: LintRule {
  static let explanations = [
    LintExplanation(
      .missingURL,
      .error,
      "An app for an Apple or Windows device has no URL, so readers cannot open it.",
      advice: "Add a tag with the URL to the same group.",
      example: """
        <meta property="al:ios:app_store_id" content="12345">
        <meta property="al:ios:app_name" content="Shop">
        """
    ),
    LintExplanation(
      .missingPackage,
      .error,
      "An app for an Android device has no package. A URL or a class alone does not identify the "
        + "app.",
      advice: "Add a tag with the package, such as 'com.example.shop', to the same group.",
      example: """
        <meta property="al:android:url" content="shop://socks/7">
        <meta property="al:android:class" content="com.example.shop.SocksActivity">
        """
    ),
    LintExplanation(
      .missingAppName,
      .warning,
      "An app has no name, so readers cannot tell people which app they would open.",
      advice: "Add a tag with the name to the same group.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7">
        <meta property="al:ios:app_store_id" content="12345">
        """
    ),
    LintExplanation(
      .missingStoreID,
      .warning,
      "An app has no store identifier, so readers cannot offer to install it.",
      advice: "Add a tag with the identifier to the same group.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7">
        <meta property="al:ios:app_name" content="Shop">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    for group in subject.appGroups {
      // In a page, a group without keys is not a target. In a description, it is a target without
      // values.
      let rows = subject.page == nil ? max(1, group.rowCount) : group.rowCount
      guard rows > 0 else { continue }
      for (key, code) in needs(of: group.platform) where group[key].count < rows {
        // If a group has several targets, some can have the key. That they differ is another
        // finding.
        if !group[key].isEmpty, code != .missingURL, code != .missingPackage { continue }
        let name = "al:\(group.platform):\(key)"
        let message =
          group[key].isEmpty
          ? "The group has no '\(name)'."
          : "The group describes \(rows) apps, but only \(group[key].count) of them have '\(name)'."
        report.add(code, at: group.first, key: key, message)
      }
    }
  }

  private static func needs(of platform: String) -> [(String, AppLinkDiagnostic.Code)] {
    if platform == "android" {
      return [("package", .missingPackage), ("app_name", .missingAppName)]
    }
    let store = platform.utf8.starts(with: "windows".utf8) ? "app_id" : "app_store_id"
    return [("url", .missingURL), (store, .missingStoreID), ("app_name", .missingAppName)]
  }
}

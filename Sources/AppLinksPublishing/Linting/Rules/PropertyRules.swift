internal import AppLinksResolving

/// Rules about the names of properties.
enum PropertyRules: LintRule {
  static let explanations = [
    LintExplanation(
      .unknownPlatform,
      .warning,
      "A property names a platform that App Links does not define, so no device uses it.",
      advice: TagFault.usualAdvice(for: .unknownPlatform),
      example: """
        <meta property="al:iso:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .unknownKey,
      .warning,
      "A property names a key that its platform does not have, so readers ignore it.",
      advice: TagFault.usualAdvice(for: .unknownKey),
      example: """
        <meta property="al:android:package_name" content="com.example.shop">
        """
    ),
    LintExplanation(
      .propertyTooDeep,
      .warning,
      "A property has more than \(AppLinkNode.maximumComponents) components and is ignored.",
      advice: TagFault.usualAdvice(for: .propertyTooDeep),
      example: """
        <meta property="al:ios:a:b:c:d:e:f:g" content="shop://socks/7">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    report.add(TagFault.properties(of: subject.tags))
  }
}

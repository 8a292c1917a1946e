package import AppLinks

extension AppLinkDiagnostic.Code {
  package static let appURLOfOtherPage = Self(rawValue: "app-url-of-other-page")
  package static let platformURLsDiffer = Self(rawValue: "platform-urls-differ")
  package static let addressOfOtherPage = Self(rawValue: "address-of-other-page")
  package static let webURLOutsideSite = Self(rawValue: "web-url-outside-site")
}

extension ConsistencyExplanations {
  /// The explanations of contradictions between the pages of a site.
  static let site = [
    LintExplanation(
      .appURLOfOtherPage,
      .warning,
      "A tag opens an app at the content of another page, or without a parameter of the address or "
        + "with other capitals. On almost all other pages of the site, the URL follows from the "
        + "address of the page, or no other page has it.",
      advice: "Write the URL of the content of this page.",
      example: """
        (shop://socks/8 on the pages /socks/7 and /socks/8)
        """
    ),
    LintExplanation(
      .platformURLsDiffer,
      .warning,
      "The tags of a page open the apps of two platforms at different content, or one of them "
        + "without a parameter. On almost all other pages of the site, it is the same.",
      advice: "Write the URL of the content of this page.",
      example: """
        (shop://socks/7 for iOS, and shop://product?id=8 for Android)
        """
    ),
    LintExplanation(
      .addressOfOtherPage,
      .warning,
      "The canonical address, the one to share, or the 'al:web:url' is that of another page of the "
        + "site, whose app shows other content. Links that people share, or devices without the "
        + "app, lead there.",
      advice: "Write the address of this page.",
      example: """
        (the canonical address /socks/8 on the page /socks/7, which opens shop://socks/7)
        """
    ),
    LintExplanation(
      .webURLOutsideSite,
      .warning,
      "The 'al:web:url' is on a host that is not one of the site, such as that of a test "
        + "environment.",
      advice: "Write the URL on a public host of the site.",
      example: """
        (https://staging.shop.example/socks/7 on a page at https://shop.example)
        """
    ),
  ]
}

package import AppLinks

extension AppLinkDiagnostic.Code {
  package static let appStoreIDDiffers = Self(rawValue: "app-store-id-differs")
  package static let packageDiffers = Self(rawValue: "package-differs")
  package static let appSchemeDiffers = Self(rawValue: "app-scheme-differs")
  package static let appURLDiffers = Self(rawValue: "app-url-differs")
  package static let appNameDiffers = Self(rawValue: "app-name-differs")
  package static let malformedSmartBanner = Self(rawValue: "malformed-smart-banner")
  package static let duplicateSmartBanner = Self(rawValue: "duplicate-smart-banner")
  package static let malformedCardID = Self(rawValue: "malformed-card-id")
  package static let severalCanonicals = Self(rawValue: "several-canonicals")
  package static let canonicalDiffers = Self(rawValue: "canonical-differs")
  package static let addressOnOtherHost = Self(rawValue: "address-on-other-host")
  package static let addressNotSecure = Self(rawValue: "address-not-secure")
  package static let appURLOnOtherHost = Self(rawValue: "app-url-on-other-host")
  package static let refreshToOtherSite = Self(rawValue: "refresh-to-other-site")
}

extension ConsistencyExplanations {
  /// The explanations of contradictions within a page.
  static let page = [
    LintExplanation(
      .appStoreIDDiffers,
      .warning,
      "Two vocabularies of a page name different apps in the App Store, so people get one or "
        + "the other.",
      advice: "Write the number of the app that shows the page.",
      example: """
        <meta property="al:ios:app_store_id" content="123456789">
        <meta name="apple-itunes-app" content="app-id=987654321">
        """
    ),
    LintExplanation(
      .packageDiffers,
      .warning,
      "Two vocabularies of a page name different Android packages, so people get one app or "
        + "the other.",
      advice: "Write the package of the app that shows the page.",
      example: """
        <meta property="al:android:package" content="com.example.shop">
        <meta name="twitter:app:id:googleplay" content="com.example.old">
        """
    ),
    LintExplanation(
      .appSchemeDiffers,
      .warning,
      "Two vocabularies of a page open an app by URLs with different schemes. If both belong "
        + "to the app, no change is necessary.",
      advice: "Use the scheme that the app registers today.",
      example: """
        <meta property="al:ios:url" content="shop2://socks/7">
        <meta name="twitter:app:url:iphone" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .appURLDiffers,
      .warning,
      "Two vocabularies of a page open an app by different URLs with the same scheme, so it "
        + "shows different content.",
      advice: "Write the URL of the content of the page.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7">
        <meta name="apple-itunes-app" content="app-id=123456789, app-argument=shop://socks/8">
        """
    ),
    LintExplanation(
      .appNameDiffers,
      .note,
      "Two vocabularies of a page give an app different names.",
      advice: "Write the name that the store shows.",
      example: """
        <meta property="al:ios:app_name" content="Shop">
        <meta name="twitter:app:name:iphone" content="Sock Shop">
        """
    ),
    LintExplanation(
      .malformedSmartBanner,
      .error,
      "A tag 'apple-itunes-app' has neither an 'app-id' of digits nor an App Clip, so Safari "
        + "shows no banner.",
      advice: "Write the number of the App Store, without 'id'.",
      example: """
        <meta name="apple-itunes-app" content="app-id=id123456789">
        """
    ),
    LintExplanation(
      .duplicateSmartBanner,
      .warning,
      "A page has several tags 'apple-itunes-app'. It is not known which of them counts.",
      advice: "Remove all but one.",
      example: """
        <meta name="apple-itunes-app" content="app-id=123456789">
        <meta name="apple-itunes-app" content="app-id=987654321">
        """
    ),
    LintExplanation(
      .malformedCardID,
      .error,
      "An identifier of a card is neither a number of the App Store nor the name of a "
        + "package.",
      advice: "Write digits for Apple devices, and the package for Google Play.",
      example: """
        <meta name="twitter:app:id:iphone" content="id123456789">
        """
    ),
    LintExplanation(
      .severalCanonicals,
      .warning,
      "A page has several links 'canonical' with different addresses, so readers ignore them "
        + "or pick one.",
      advice: "Keep the one address to share.",
      example: """
        <link rel="canonical" href="https://shop.example/socks/7">
        <link rel="canonical" href="https://shop.example/socks">
        """
    ),
    LintExplanation(
      .canonicalDiffers,
      .warning,
      "The 'og:url' is not the canonical address, so a shared link leads elsewhere than a "
        + "found one.",
      advice: "Write the same address into both.",
      example: """
        <link rel="canonical" href="https://shop.example/socks/7">
        <meta property="og:url" content="https://shop.example/socks/8">
        """
    ),
    LintExplanation(
      .addressOnOtherHost,
      .warning,
      "The address to share is on another host than the page. The association files of that "
        + "host decide about shared links, and 'www.' is another host.",
      advice: "Write the address on the host of the page, or check that both hosts serve the same "
        + "files.",
      example: """
        <!-- at https://www.shop.example/socks/7 -->
        <link rel="canonical" href="https://shop.example/socks/7">
        """
    ),
    LintExplanation(
      .addressNotSecure,
      .warning,
      "The address to share begins with 'http:' on a page at 'https:', so the link redirects "
        + "before an app can open it.",
      advice: "Write 'https:'.",
      example: """
        <!-- at https://shop.example/socks/7 -->
        <meta property="og:url" content="http://shop.example/socks/7">
        """
    ),
    LintExplanation(
      .appURLOnOtherHost,
      .warning,
      "A tag opens an app by a web address on a host that is neither that of the page nor "
        + "that of the address to share.",
      advice: "Write the address of this page, or check that the other host has association files.",
      example: """
        <!-- at https://shop.example/socks/7 -->
        <meta property="al:ios:url" content="https://app.shop-old.example/socks/7">
        """
    ),
    LintExplanation(
      .refreshToOtherSite,
      .warning,
      "A tag sends browsers to a page of another site. Readers of the tags do not follow it, and "
        + "show this page.",
      advice: "Remove the tag, or let the server redirect to the other page.",
      example: """
        <!-- at https://shop.example/socks/7 -->
        <meta http-equiv="refresh" content="0; url=https://shop-old.example/socks/7">
        """
    ),
  ]
}

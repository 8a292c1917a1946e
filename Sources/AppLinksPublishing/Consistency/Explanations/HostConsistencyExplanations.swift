package import AppLinks

extension AppLinkDiagnostic.Code {
  package static let packageNotInFile = Self(rawValue: "package-not-in-file")
  package static let clipNotInFile = Self(rawValue: "clip-not-in-file")
  package static let pageNotAssociated = Self(rawValue: "page-not-associated")
  package static let platformsDiffer = Self(rawValue: "platforms-differ")
  package static let redirectBeforeApp = Self(rawValue: "redirect-before-app")
  package static let wwwFileMissing = Self(rawValue: "www-file-missing")
  package static let wwwFileDiffers = Self(rawValue: "www-file-differs")
  package static let appNotInFile = Self(rawValue: "app-not-in-file")
  package static let wrongAppPrefix = Self(rawValue: "wrong-app-prefix")
  package static let missingFingerprint = Self(rawValue: "missing-fingerprint")
  package static let singleFingerprint = Self(rawValue: "single-fingerprint")
  package static let verifierRefused = Self(rawValue: "verifier-refused")
  package static let fileNotLoaded = Self(rawValue: "file-not-loaded")
}

extension ConsistencyExplanations {
  /// The explanations of contradictions between a page, the files of its host and its apps.
  static let host = [
    LintExplanation(
      .packageNotInFile,
      .error,
      "A tag names an Android app that the 'assetlinks.json' of the host does not let open "
        + "links.",
      advice: "Add a statement for the package, or correct the tag.",
      example: """
        <!-- at a host whose file names com.example.shop -->
        <meta property="al:android:package" content="com.example.old">
        """
    ),
    LintExplanation(
      .clipNotInFile,
      .error,
      "A tag names an App Clip that is not in 'appclips' of the 'apple-app-site-association' "
        + "of the host.",
      advice: "Add the identifier of the App Clip to 'appclips'.",
      example: """
        <!-- at a host whose file has no appclips -->
        <meta name="apple-itunes-app" content="app-id=123456789, app-clip-bundle-id=com.example.shop.Clip">
        """
    ),
    LintExplanation(
      .pageNotAssociated,
      .warning,
      "A page names an app, but the association file of its host lets no app open its "
        + "address, so a tap on a link stays in the browser.",
      advice: "Add a rule for the address before the rule that excludes it.",
      example: """
        <!-- at https://shop.example/socks/7; the file opens /buy/* only -->
        <meta property="al:ios:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .platformsDiffer,
      .warning,
      "A link to the page opens an app on one platform, and on the other one the association "
        + "file lets no app open it.",
      advice: "If this is not intended, add the rule to the other file.",
      example: """
        (https://shop.example/socks/7: /socks/* in one file, /buy/* in the other)
        """
    ),
    LintExplanation(
      .redirectBeforeApp,
      .warning,
      "A link redirects to another host, whose file would let an app open it. Systems ask the "
        + "first host, and after a redirect the browser stays.",
      advice: "Link to the last address, or serve the association files on the first host too.",
      example: """
        (https://go.example/7 redirects to https://shop.example/socks/7)
        """
    ),
    LintExplanation(
      .wwwFileMissing,
      .warning,
      "A host has an association file, and the same host with or without 'www.' has none. "
        + "Links to the other one do not open apps.",
      advice: "Serve the same file on both hosts, before any redirect between them.",
      example: """
        (a file at shop.example, and a redirect at www.shop.example)
        """
    ),
    LintExplanation(
      .wwwFileDiffers,
      .warning,
      "A host and the same host with or without 'www.' have different association files.",
      advice: "If this is not intended, serve the same file on both hosts.",
      example: """
        (different files at shop.example and www.shop.example)
        """
    ),
    LintExplanation(
      .appNotInFile,
      .error,
      "The association file does not name an app of the site.",
      advice: "Add the app.",
      example: """
        (the apps of the site contain com.example.shop, and assetlinks.json does not)
        """
    ),
    LintExplanation(
      .wrongAppPrefix,
      .error,
      "The association file names an app with another prefix than it has, so it does not name "
        + "the app.",
      advice: "Write the prefix of the app, usually the team identifier.",
      example: """
        (FGHIJ67890.com.example.shop in place of ABCDE12345.com.example.shop)
        """
    ),
    LintExplanation(
      .missingFingerprint,
      .error,
      "The 'assetlinks.json' lacks a certificate of an app, so installations that are signed "
        + "with it do not open links. Apps from the Play Store are signed with the app signing "
        + "key of the Play Console.",
      advice: "Add the fingerprint to 'sha256_cert_fingerprints'.",
      example: """
        (the fingerprint of the upload key only)
        """
    ),
    LintExplanation(
      .singleFingerprint,
      .note,
      "An app has only one fingerprint. If it is that of the upload key, apps from the Play "
        + "Store do not open links.",
      advice: "Check that it is that of the app signing key in the Play Console.",
      example: """
        {"sha256_cert_fingerprints": ["14:6D:E9:83:…"]}
        """
    ),
    LintExplanation(
      .verifierRefused,
      .error,
      "The server answers a verifier of Apple otherwise than other clients, so devices do not "
        + "get the file.",
      advice: "Let the user agent 'AASA-Bot' through bot checks and firewalls.",
      example: """
        User-Agent: AASA-Bot/1.0.0 → 403
        """
    ),
    LintExplanation(
      .fileNotLoaded,
      .error,
      "The file could not be loaded at all: the host has no address, the connection or its "
        + "certificate failed, or the answer took too long.",
      advice: "Check the host, its certificate and its firewall, also from other countries.",
      example: """
        (no answer within 15 seconds)
        """
    ),
  ]
}

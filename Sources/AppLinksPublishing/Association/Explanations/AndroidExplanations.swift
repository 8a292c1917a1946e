package import AppLinks

extension AppLinkDiagnostic.Code {
  package static let notStatementList = Self(rawValue: "not-statement-list")
  package static let brokenStatement = Self(rawValue: "broken-statement")
  package static let malformedRelation = Self(rawValue: "malformed-relation")
  package static let noHandleAllURLs = Self(rawValue: "no-handle-all-urls")
  package static let malformedTarget = Self(rawValue: "malformed-target")
  package static let malformedFingerprint = Self(rawValue: "malformed-fingerprint")
  package static let noFingerprint = Self(rawValue: "no-fingerprint")
  package static let mixedInclude = Self(rawValue: "mixed-include")
  package static let insecureInclude = Self(rawValue: "insecure-include")
  package static let tooManyIncludes = Self(rawValue: "too-many-includes")
  package static let includeNotUsed = Self(rawValue: "include-not-used")
  package static let nestedInclude = Self(rawValue: "nested-include")
  package static let malformedDynamicRule = Self(rawValue: "malformed-dynamic-rule")
  package static let misplacedDynamicRules = Self(rawValue: "misplaced-dynamic-rules")
  package static let emptyDynamicRule = Self(rawValue: "empty-dynamic-rule")
  package static let onlyExclusions = Self(rawValue: "only-exclusions")
  package static let repeatedDynamicRules = Self(rawValue: "repeated-dynamic-rules")
  package static let doubleWildcard = Self(rawValue: "double-wildcard")
}

extension AssociationExplanations {
  /// The explanations of findings about `assetlinks.json`.
  static let android = [
    LintExplanation(
      .notStatementList,
      .error,
      "The file is not an array of statements, so Android ignores all of it.",
      advice: "Put the statements between '[' and ']'.",
      example: """
        {"relation": [], "target": {}}
        """
    ),
    LintExplanation(
      .brokenStatement,
      .error,
      "A statement lacks a part that it needs, so Android skips it.",
      advice: "Write a 'relation' and a 'target', or only an 'include'.",
      example: """
        [{"relation": ["delegate_permission/common.handle_all_urls"]}]
        """
    ),
    LintExplanation(
      .malformedRelation,
      .error,
      "A relation is not a kind, a slash and a detail in lowercase. There are no "
        + "wildcards.",
      advice: "Write 'delegate_permission/common.handle_all_urls'.",
      example: """
        [{"relation": ["delegate_permission/*"], "target": {"namespace": "web", "site": "https://shop.example"}}]
        """
    ),
    LintExplanation(
      .noHandleAllURLs,
      .warning,
      "No statement for an app has the relation that lets it open URLs of the site.",
      advice: "Add 'delegate_permission/common.handle_all_urls' to the statement of the app.",
      example: """
        [{"relation": ["delegate_permission/common.get_login_creds"], "target": {"namespace": "web", "site": "https://shop.example"}}]
        """
    ),
    LintExplanation(
      .malformedTarget,
      .error,
      "A target is neither an app with a package nor a website without a path.",
      advice: "Write 'android_app' with 'package_name', or 'web' with a 'site' such as "
        + "'https://shop.example'.",
      example: """
        {"namespace": "web", "site": "https://shop.example/"}
        """
    ),
    LintExplanation(
      .malformedFingerprint,
      .error,
      "A fingerprint is not the SHA-256 of a certificate: 32 bytes in uppercase, with "
        + "colons between them.",
      advice: "Copy the SHA-256 from the Play Console, below App signing, or from 'keytool -list "
        + "-v'.",
      example: """
        {"sha256_cert_fingerprints": ["14:6d:e9:83"]}
        """
    ),
    LintExplanation(
      .noFingerprint,
      .error,
      "An app has no usable fingerprint, so no installed app matches the statement.",
      advice: "Add the fingerprint of the app signing key of the Play Console.",
      example: """
        {"namespace": "android_app", "package_name": "com.example.shop", "sha256_cert_fingerprints": []}
        """
    ),
    LintExplanation(
      .mixedInclude,
      .error,
      "A statement has an 'include' beside a 'relation' or a 'target', so Android skips "
        + "it.",
      advice: "Write the 'include' as an element of its own.",
      example: """
        [{"include": "https://shop.example/more.json", "relation": []}]
        """
    ),
    LintExplanation(
      .insecureInclude,
      .error,
      "An 'include' is not an 'https' URL, so Android does not load it.",
      advice: "Use an 'https' URL.",
      example: """
        [{"include": "http://shop.example/more.json"}]
        """
    ),
    LintExplanation(
      .tooManyIncludes,
      .error,
      "A file includes more than ten files, and Google's servers load ten.",
      advice: "Move statements of the other files into this one.",
      example: """
        (eleven statements with `include`)
        """
    ),
    LintExplanation(
      .includeNotUsed,
      .error,
      "A file that the 'assetlinks.json' includes is not used: it redirects, does not exist, or "
        + "is not a list of statements in JSON. Its apps open no links.",
      advice: "Serve it with the status 200 and the type 'application/json', or remove the "
        + "'include'.",
      example: """
        GET /more.json → 404
        """
    ),
    LintExplanation(
      .nestedInclude,
      .warning,
      "An included file includes others. Android does not load them, and its servers may or may "
        + "not.",
      advice: "Include the other files in the 'assetlinks.json' itself.",
      example: """
        (an `include` of a file with an `include`)
        """
    ),
    LintExplanation(
      .malformedDynamicRule,
      .error,
      "A dynamic rule has an empty value or one of the wrong type. Android then drops all"
        + " rules, and the app opens every URL of its manifest.",
      advice: "Correct the value. A query needs an object of strings.",
      example: """
        {"dynamic_app_link_components": [{"/": ""}]}
        """
    ),
    LintExplanation(
      .misplacedDynamicRules,
      .error,
      "Dynamic rules are in a place where Android does not look for them, so the app opens every "
        + "URL of its manifest.",
      advice: "Move 'dynamic_app_link_components' into "
        + "'relation_extensions[\"delegate_permission/common.handle_all_urls\"]' of the statement "
        + "with this relation.",
      example: """
        {"relation": […], "target": {…}, "dynamic_app_link_components": [{"/": "/socks/*"}]}
        """
    ),
    LintExplanation(
      .emptyDynamicRule,
      .warning,
      "A dynamic rule has neither a path nor a query nor a fragment, so it never matches.",
      advice: "Add a part, such as '\"/\": \"*\"', or remove the rule.",
      example: """
        {"dynamic_app_link_components": [{"exclude": true}]}
        """
    ),
    LintExplanation(
      .onlyExclusions,
      .error,
      "All dynamic rules exclude. From Android 15 on, a URL that no rule matches does not "
        + "open the app, so it opens nothing.",
      advice: "Add '{\"/\": \"*\"}' as the last rule.",
      example: """
        {"dynamic_app_link_components": [{"/": "/p1", "exclude": true}]}
        """
    ),
    LintExplanation(
      .repeatedDynamicRules,
      .warning,
      "Two statements have dynamic rules for one app, of which only one list can count.",
      advice: "Put all rules of the app into one statement.",
      example: """
        (two statements with `dynamic_app_link_components` for `com.example.shop`)
        """
    ),
    LintExplanation(
      .doubleWildcard,
      .warning,
      "A wildcard follows '*' in a dynamic rule. It is not known how Android reads it.",
      advice: "Write '?*' for at least one character, and a single '*' for any.",
      example: """
        {"/": "/a/*?"}
        """
    ),
  ]
}

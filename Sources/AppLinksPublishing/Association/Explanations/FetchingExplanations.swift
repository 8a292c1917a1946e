package import AppLinks

extension AppLinkDiagnostic.Code {
  package static let fileRedirected = Self(rawValue: "file-redirected")
  package static let fileStatus = Self(rawValue: "file-status")
  package static let fileContentType = Self(rawValue: "file-content-type")
  package static let fileNotSecure = Self(rawValue: "file-not-secure")
  package static let fileAtRoot = Self(rawValue: "file-at-root")
  package static let fileElsewhere = Self(rawValue: "file-elsewhere")
  package static let fileCachedLong = Self(rawValue: "file-cached-long")
  package static let cdnFailure = Self(rawValue: "cdn-failure")
  package static let cdnCopyDiffers = Self(rawValue: "cdn-copy-differs")
  package static let hostNotASCII = Self(rawValue: "host-not-ascii")
}

extension AssociationExplanations {
  /// The explanations of findings about the answer of a server.
  static let fetching = [
    LintExplanation(
      .fileRedirected,
      .error,
      "The address of the file redirects. Neither Apple's nor Google's servers follow "
        + "redirects there.",
      advice: "Answer with 200 on the host itself, before redirects to 'www', to 'https' or to a "
        + "language.",
      example: """
        GET /.well-known/assetlinks.json → 301 https://www.shop.example/.well-known/assetlinks.json
        """
    ),
    LintExplanation(
      .fileStatus,
      .error,
      "The server answers with a status other than 200, so the file does not exist for "
        + "verifiers.",
      advice: "Serve the file without a login, for every user agent and country.",
      example: """
        GET /.well-known/apple-app-site-association → 404
        """
    ),
    LintExplanation(
      .fileContentType,
      .error,
      "The content type is not 'application/json'. Google's servers refuse the file. "
        + "Apple's accept other types, and whether they accept a page's is not known.",
      advice: "Set the type for this path: 'Content-Type: application/json'.",
      example: """
        Content-Type: text/plain
        """
    ),
    LintExplanation(
      .fileNotSecure,
      .error,
      "The address of the file is not 'https', where verifiers never look.",
      advice: "Serve the file over 'https' with a valid certificate.",
      example: """
        http://shop.example/.well-known/assetlinks.json
        """
    ),
    LintExplanation(
      .fileAtRoot,
      .warning,
      "The file is at the root of the host, where newer systems may not look.",
      advice: "Serve it at '/.well-known/apple-app-site-association'.",
      example: """
        https://shop.example/apple-app-site-association
        """
    ),
    LintExplanation(
      .fileElsewhere,
      .error,
      "The address is not one where systems look for the file: its path is another one, or its "
        + "host is an IP address.",
      advice: "Serve it below '/.well-known/' of a domain, with the exact name and without an "
        + "extension for Apple.",
      example: """
        https://shop.example/.well-known/apple-app-site-association.json
        """
    ),
    LintExplanation(
      .fileCachedLong,
      .note,
      "The answer may be kept for more than a day, so changes reach devices late.",
      advice: "Send 'Cache-Control: max-age=3600'.",
      example: """
        Cache-Control: max-age=604800
        """
    ),
    LintExplanation(
      .cdnFailure,
      .error,
      "Apple's CDN could not load the file from the host, so devices do not get it.",
      advice: "Let the user agent 'AASA-Bot' through firewalls and geo-blocks, then wait for an "
        + "hour: failures are cached.",
      example: """
        Apple-Failure-Reason: SWCERR00101 Bad HTTP Response: 403 Forbidden
        """
    ),
    LintExplanation(
      .cdnCopyDiffers,
      .warning,
      "Apple's CDN has another copy of the file than the host. Devices read the copy.",
      advice: "Wait for a day: there is no way to purge the copy.",
      example: """
        (the file of the host and that of the CDN differ)
        """
    ),
    LintExplanation(
      .hostNotASCII,
      .error,
      "A host is not written in ASCII. Entitlements, manifests and files need the form "
        + "with 'xn--'.",
      advice: "Write the host in its ASCII form, such as 'xn--bcher-kva.example'.",
      example: """
        https://bücher.example/.well-known/assetlinks.json
        """
    ),
  ]
}

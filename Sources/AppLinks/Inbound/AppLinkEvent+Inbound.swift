extension AppLinkEvent {
  /// The event of an App Link that was received.
  ///
  /// - Parameters:
  ///   - name: What happened.
  ///   - link: The link.
  ///   - sourceApplication: The app that opened this one, if the system told.
  ///   - isOpening: Whether the app was opened with the link.
  ///   - isForBanner: Whether the link was read for the banner that leads back.
  init(
    _ name: Name,
    received link: InboundLink,
    sourceApplication: String?,
    isOpening: Bool,
    isForBanner: Bool
  ) {
    var arguments = [
      "targetURL": link.target.text,
      "inputURL": link.input.text,
      "forOpenUrl": isOpening ? "1" : "0",
      "forRenderBackToReferrerBar": isForBanner ? "1" : "0",
    ]
    arguments["version"] = link.version
    arguments["inputURLScheme"] = link.input.scheme
    arguments["refererURL"] = link.referrer?.rawURL
    arguments["refererAppName"] = link.referrer?.appName
    arguments["sourceApplication"] = sourceApplication
    self.init(name: name, arguments: arguments)
  }
}

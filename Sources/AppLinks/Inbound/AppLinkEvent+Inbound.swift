extension AppLinkEvent {
  /// Creates the event for a received App Link.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - link: The link.
  ///   - sourceApplication: The app that opened this one, if the system names it.
  ///   - isOpening: Whether the link opened the app.
  ///   - isForBanner: Whether the link was read for the banner that takes the user back.
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

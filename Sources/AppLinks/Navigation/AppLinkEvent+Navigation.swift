import Foundation
import JSONValues

extension AppLinkEvent {
  /// Creates the event for a navigated link.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - version: The version of the protocol that was sent.
  ///   - kind: The kind of the outcome.
  ///   - openedURL: The URL that was opened.
  ///   - error: The description of the error, if there was one.
  init(
    navigated link: AppLink,
    version: String?,
    kind: NavigationOutcome.Kind,
    openedURL: URL?,
    error: String? = nil
  ) {
    let source = URLParts(link.sourceURL)
    var arguments = [
      "sourceURL": source.text,
      "success": kind == .failed ? "0" : "1",
      "type": kind.code,
    ]
    arguments["version"] = version
    arguments["sourceScheme"] = source.scheme
    arguments["sourceHost"] = source.host
    arguments["sourceURLHost"] = source.host
    if let openedURL {
      let opened = URLParts(openedURL)
      arguments["outputURL"] = opened.text
      arguments["outputURLScheme"] = opened.scheme
    }
    arguments["error"] = error
    self.init(name: link.isBackToReferrer ? .referrerBackOut : .navigateOut, arguments: arguments)
  }
}

/// A prediction of what a tap on a link does on a device in a given state, and by which rule.
///
/// ```swift
/// let host = LinkedHost(host: "shop.example", appleFile: appleFile)
/// for tap in host.taps(on: "https://shop.example/socks/7") {
///   print(tap.platform, tap.situation, tap.outcome)
/// }
/// ```
///
/// The prediction assumes an app that declares the host, in its entitlement or in its manifest, and
/// that is signed with a certificate of the file. If systems are not known to agree, the outcome is
/// ``Outcome/uncertain``, with the reason.
public struct TapPrediction: Sendable, Hashable {
  /// A state of the device, and the place of the link.
  public enum Situation: String, Sendable, Hashable, CaseIterable {
    /// The app is installed, and the link is in another app, such as one for mail.
    case inAnotherApp = "in-another-app"

    /// The app is installed, and the link is on a page of the same host in a browser.
    case onTheSameSite = "on-the-same-site"

    /// The app is installed, and the person types the address into a browser.
    case inTheAddressBar = "in-the-address-bar"

    /// The app is installed, and another address redirects to the link.
    case afterARedirect = "after-a-redirect"

    /// The app is installed, and the person has chosen the browser for the host.
    case browserChosen = "browser-chosen"

    /// The app is not installed.
    case notInstalled = "not-installed"
  }

  /// What opens.
  public enum Outcome: String, Sendable, Hashable {
    /// One of ``TapPrediction/apps`` opens.
    case app

    /// The browser shows the page.
    case browser

    /// Systems are not known to agree.
    case uncertain
  }

  /// The platform.
  public let platform: AssociationAnswer.Platform

  /// The first release of Android with this behavior, or `nil` on Apple devices and where the
  /// release does not matter.
  public let release: Int?

  /// The state of the device, and the place of the link.
  public let situation: Situation

  /// What opens.
  public let outcome: Outcome

  /// The apps that may open the link, or the App Clips.
  ///
  /// On Apple devices, they are in the order of their matches in the file, of which the first one
  /// wins.
  public let apps: [String]

  /// The rule that decides, or `nil` if none does.
  public let rule: AssociationAnswer.RuleReference?

  /// The reasons, as phrases.
  public let reasons: [String]
}

public import Foundation

/// Reads the URLs that open an app, and reports App Links as events.
///
/// ```swift
/// let receiver = AppLinkReceiver(events: events)
/// let link = receiver.open(url, sourceApplication: "com.example.shop")
/// ```
///
/// To read a URL without reporting events, create an ``InboundLink``.
public struct AppLinkReceiver: Sendable {
  private let events: AppLinkEvents

  /// Creates a receiver.
  ///
  /// - Parameter events: The hub to which App Links are reported. Other URLs are not reported.
  public init(events: AppLinkEvents) { self.events = events }

  /// Reads a URL that opened the app.
  ///
  /// The receiver reports `al_link_parse` and then `al_nav_in`, as
  /// `URLWithInboundURL:sourceApplication:` in Bolts does. Call this method once each time a URL
  /// opens the app.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - sourceApplication: The app that opened this one, if the system names it.
  /// - Returns: The content of the URL.
  public func open(_ url: URL, sourceApplication: String? = nil) -> InboundLink {
    let link = InboundLink(url)
    report(.linkParse, link, sourceApplication, isOpening: true)
    report(.navigateIn, link, sourceApplication, isOpening: true)
    return link
  }

  /// Reads a URL that did not open the app.
  ///
  /// The receiver reports `al_link_parse`, as `URLWithURL:` in Bolts does.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - isForBanner: Whether the URL is read for the banner that takes the user back, so that
  ///     analytics can ignore it.
  /// - Returns: The content of the URL.
  public func parse(_ url: URL, isForBanner: Bool = false) -> InboundLink {
    let link = InboundLink(url)
    report(.linkParse, link, nil, isOpening: false, isForBanner: isForBanner)
    return link
  }

  private func report(
    _ name: AppLinkEvent.Name,
    _ link: InboundLink,
    _ sourceApplication: String?,
    isOpening: Bool,
    isForBanner: Bool = false
  ) {
    guard link.isAppLink else { return }
    events.report(
      AppLinkEvent(
        name,
        received: link,
        sourceApplication: sourceApplication,
        isOpening: isOpening,
        isForBanner: isForBanner
      )
    )
  }
}

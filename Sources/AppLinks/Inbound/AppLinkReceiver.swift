public import Foundation

/// Reads the URLs that an app is opened with, and reports that.
///
/// ```swift
/// let receiver = AppLinkReceiver(events: events)
/// let link = receiver.open(url, sourceApplication: "com.example.shop")
/// ```
///
/// To read a URL without reporting anything, make an ``InboundLink``.
public struct AppLinkReceiver: Sendable {
  private let events: AppLinkEvents

  /// Makes a receiver.
  ///
  /// - Parameter events: Where App Links are reported.
  public init(events: AppLinkEvents) { self.events = events }

  /// Reads a URL that the app was opened with.
  ///
  /// Reports `al_link_parse` and then `al_nav_in`, as Bolts'
  /// `URLWithInboundURL:sourceApplication:`. Call it once for each time the app is opened.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - sourceApplication: The app that opened this one, if the system told.
  /// - Returns: What the URL says.
  public func open(_ url: URL, sourceApplication: String? = nil) -> InboundLink {
    let link = InboundLink(url)
    report(.linkParse, link, sourceApplication, isOpening: true)
    report(.navigateIn, link, sourceApplication, isOpening: true)
    return link
  }

  /// Reads a URL for another purpose.
  ///
  /// Reports `al_link_parse`, as Bolts' `URLWithURL:`.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - isForBanner: Whether it is read for the banner that leads back, so that analytics can
  ///     leave it out.
  /// - Returns: What the URL says.
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

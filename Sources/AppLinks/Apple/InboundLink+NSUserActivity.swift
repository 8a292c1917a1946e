#if canImport(UIKit) || canImport(AppKit)
#if canImport(Darwin)
public import Foundation
#else
import Foundation
public import UIKit
#endif

extension InboundLink {
  /// Reads the universal link that opened an app, or returns `nil` for any other activity.
  ///
  /// - Parameter activity: The activity that the system passes to the app.
  public init?(_ activity: NSUserActivity) {
    guard let url = InboundLink.webpage(of: activity) else { return nil }
    self.init(url)
  }

  fileprivate static func webpage(of activity: NSUserActivity) -> URL? {
    activity.activityType == NSUserActivityTypeBrowsingWeb ? activity.webpageURL : nil
  }
}

extension AppLinkReceiver {
  /// Reads the universal link that opened the app, and reports the same events as
  /// ``open(_:sourceApplication:)``.
  ///
  /// - Parameter activity: The activity that the system passes to the app.
  /// - Returns: The content of the link, or `nil` for any other activity.
  public func open(_ activity: NSUserActivity) -> InboundLink? {
    InboundLink.webpage(of: activity).map { open($0) }
  }
}
#endif

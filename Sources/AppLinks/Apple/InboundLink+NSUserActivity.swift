#if canImport(UIKit) || canImport(AppKit)
#if canImport(Darwin)
public import Foundation
#else
import Foundation
public import UIKit
#endif

extension InboundLink {
  /// Reads the universal link that an app was opened with; `nil` for other activities.
  ///
  /// - Parameter activity: What the system hands over.
  public init?(_ activity: NSUserActivity) {
    guard let url = InboundLink.webpage(of: activity) else { return nil }
    self.init(url)
  }

  fileprivate static func webpage(of activity: NSUserActivity) -> URL? {
    activity.activityType == NSUserActivityTypeBrowsingWeb ? activity.webpageURL : nil
  }
}

extension AppLinkReceiver {
  /// Reads the universal link that the app was opened with, and reports it as
  /// ``open(_:sourceApplication:)``.
  ///
  /// - Parameter activity: What the system hands over.
  /// - Returns: What the link says; `nil` for other activities.
  public func open(_ activity: NSUserActivity) -> InboundLink? {
    InboundLink.webpage(of: activity).map { open($0) }
  }
}
#endif

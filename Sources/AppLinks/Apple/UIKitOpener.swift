#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

/// An opener that opens URLs with `UIApplication` on the main actor.
///
/// The opener is unavailable in app extensions, which have no application. The rest of the module
/// is available there.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@available(visionOSApplicationExtension, unavailable)
public struct UIKitOpener: URLOpening {
  /// Creates an opener.
  public init() {}

  /// Opens a URL in another app or in the browser.
  ///
  /// - Parameter step: The step to open. A universal link opens an app or nothing.
  /// - Returns: Whether the system opened the URL.
  @MainActor
  public func open(_ step: NavigationStep) async -> Bool {
    let onlyApps = step.kind == .universalLink
    return await UIApplication.shared.open(
      step.url,
      options: onlyApps ? [.universalLinksOnly: true] : [:]
    )
  }

  /// Returns whether the system can open a URL.
  ///
  /// - Parameter step: The step that would be opened.
  /// - Returns: The system's answer. It is `unknown` for a scheme that
  ///   `LSApplicationQueriesSchemes` in the app's `Info.plist` does not declare, and for a
  ///   universal link: the system does not say whether an app would open it.
  @MainActor
  public func canOpen(_ step: NavigationStep) async -> Openability {
    if step.kind == .universalLink { return .unknown }
    if UIApplication.shared.canOpenURL(step.url) { return .yes }
    let declared = Bundle.main.object(forInfoDictionaryKey: "LSApplicationQueriesSchemes")
    return step.isRefusalMeant(declaredSchemes: declared as? [String] ?? []) ? .no : .unknown
  }
}
#endif

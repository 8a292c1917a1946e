#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

/// Opens URLs with `UIApplication`.
///
/// Not for app extensions, which have no application; the rest of the module is. On the main actor.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@available(visionOSApplicationExtension, unavailable)
public struct UIKitOpener: URLOpening {
  /// Makes an opener.
  public init() {}

  /// Opens a URL in another app, or in the browser.
  ///
  /// - Parameter step: What to open. A universal link opens an app or nothing.
  /// - Returns: What the system says.
  @MainActor
  public func open(_ step: NavigationStep) async -> Bool {
    let onlyApps = step.kind == .universalLink
    return await UIApplication.shared.open(
      step.url,
      options: onlyApps ? [.universalLinksOnly: true] : [:]
    )
  }

  /// Asks the system whether a URL could be opened.
  ///
  /// - Parameter step: What would be opened.
  /// - Returns: The system's answer, as far as `LSApplicationQueriesSchemes` in the app's
  ///   `Info.plist` allows to ask for the scheme. Whether an app would take a universal link cannot
  ///   be told.
  @MainActor
  public func canOpen(_ step: NavigationStep) async -> Openability {
    if step.kind == .universalLink { return .unknown }
    if UIApplication.shared.canOpenURL(step.url) { return .yes }
    let declared = Bundle.main.object(forInfoDictionaryKey: "LSApplicationQueriesSchemes")
    return step.isRefusalMeant(declaredSchemes: declared as? [String] ?? []) ? .no : .unknown
  }
}
#endif

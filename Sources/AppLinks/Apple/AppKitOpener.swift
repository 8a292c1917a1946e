#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation

/// An opener that opens URLs with `NSWorkspace` on the main actor.
public struct AppKitOpener: URLOpening {
  /// Creates an opener.
  public init() {}

  /// Opens a URL in another app or in the browser.
  ///
  /// - Parameter step: The step to open. A universal link opens an app or nothing.
  /// - Returns: Whether an app opened the URL.
  @MainActor
  public func open(_ step: NavigationStep) async -> Bool {
    let configuration = NSWorkspace.OpenConfiguration()
    configuration.requiresUniversalLinks = step.kind == .universalLink
    do {
      _ = try await NSWorkspace.shared.open(step.url, configuration: configuration)
      return true
    } catch {
      return false
    }
  }

  /// Returns whether the system knows an app for a URL.
  ///
  /// - Parameter step: The step that would be opened.
  /// - Returns: The system's answer, which is `unknown` for a universal link: the system does not
  ///   say whether an app would open it.
  @MainActor
  public func canOpen(_ step: NavigationStep) async -> Openability {
    if step.kind == .universalLink { return .unknown }
    return NSWorkspace.shared.urlForApplication(toOpen: step.url) == nil ? .no : .yes
  }
}
#endif

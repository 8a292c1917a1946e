#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation

/// Opens URLs with `NSWorkspace`, on the main actor.
public struct AppKitOpener: URLOpening {
  /// Makes an opener.
  public init() {}

  /// Opens a URL in another app, or in the browser.
  ///
  /// - Parameter step: What to open. A universal link opens an app or nothing.
  /// - Returns: Whether an app took it.
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

  /// Asks the system whether there is an app for a URL.
  ///
  /// - Parameter step: What would be opened.
  /// - Returns: The system's answer; whether an app would take a universal link cannot be told.
  @MainActor
  public func canOpen(_ step: NavigationStep) async -> Openability {
    if step.kind == .universalLink { return .unknown }
    return NSWorkspace.shared.urlForApplication(toOpen: step.url) == nil ? .no : .yes
  }
}
#endif

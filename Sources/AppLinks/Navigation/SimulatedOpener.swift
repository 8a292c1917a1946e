internal import Futures

/// An opener that simulates a device with a set of installed apps.
///
/// Use it in tests and to find out what a link would do. It never opens anything, and records the
/// steps that it was asked to open.
///
/// ```swift
/// let opener = SimulatedOpener(schemes: ["shop"])
/// let outcome = try await AppLinkNavigator(opener: opener).navigate(link)
/// print(opener.opened.map(\.url))
/// ```
///
/// Copies share the record, so you can pass the opener on and inspect it afterwards.
public struct SimulatedOpener: URLOpening {
  /// Lowercased, like the hosts.
  private let schemes: Set<String>
  private let universalLinkHosts: Set<String>
  private let packages: Set<String>
  private let hasBrowser: Bool
  private let record = Record()

  /// The steps that the opener and its copies were asked to open, in order.
  ///
  /// They include those that the device could not open. Steps that were only passed to
  /// ``canOpen(_:)`` are not among them.
  public var opened: [NavigationStep] { record.steps.withLock { $0 } }

  /// Creates an opener, which has opened nothing.
  ///
  /// - Parameters:
  ///   - schemes: The schemes of the installed apps, in any case.
  ///   - universalLinkHosts: The hosts whose pages open in an installed app.
  ///   - packages: The packages of the installed apps, for Android targets.
  ///   - hasBrowser: Whether the device has a browser and a store.
  public init(
    schemes: Set<String> = [],
    universalLinkHosts: Set<String> = [],
    packages: Set<String> = [],
    hasBrowser: Bool = true
  ) {
    self.schemes = Set(schemes.map { $0.lowercased() })
    self.universalLinkHosts = Set(universalLinkHosts.map { $0.lowercased() })
    self.packages = packages
    self.hasBrowser = hasBrowser
  }

  /// Simulates opening a URL, and records the step.
  ///
  /// - Parameter step: The step to open.
  /// - Returns: Whether the device could open the URL.
  public func open(_ step: NavigationStep) async -> Bool {
    record.steps.withLock { $0.append(step) }
    return isOpenable(step)
  }

  /// Returns whether the device could open a URL.
  ///
  /// - Parameter step: The step that would be opened.
  /// - Returns: `yes` or `no`.
  public func canOpen(_ step: NavigationStep) async -> Openability { isOpenable(step) ? .yes : .no }

  private func isOpenable(_ step: NavigationStep) -> Bool {
    let parts = URLParts(step.url)
    switch step.kind {
    case .web, .store: return hasBrowser
    case .universalLink, .app:
      if case .android(let app)? = step.target, let package = app.packageName {
        return packages.contains(package)
      }
      return step.kind == .app
        ? schemes.contains(parts.normalizedScheme)
        : universalLinkHosts.contains((parts.host ?? "").lowercased())
    }
  }

  /// The state that an opener and its copies share.
  private final class Record: Sendable {
    let steps = Locked<[NavigationStep]>([])
  }
}

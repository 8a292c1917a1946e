/// Pretends to open URLs on a device with some apps installed.
///
/// For tests, and to see what a link would do. Nothing is ever opened.
///
/// ```swift
/// let opener = SimulatedOpener(schemes: ["shop"])
/// let outcome = try await AppLinkNavigator(opener: opener).navigate(link)
/// ```
public struct SimulatedOpener: URLOpening, Hashable {
  /// The schemes that installed apps have, in small letters.
  public var schemes: Set<String>

  /// The hosts whose pages open in an installed app.
  public var universalLinkHosts: Set<String>

  /// The packages of the installed apps, for Android's targets.
  public var packages: Set<String>

  /// Whether there is a browser, and a store.
  public var hasBrowser: Bool

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - schemes: The schemes that installed apps have, in any case.
  ///   - universalLinkHosts: The hosts whose pages open in an installed app.
  ///   - packages: The packages of the installed apps, for Android's targets.
  ///   - hasBrowser: Whether there is a browser, and a store.
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

  /// Pretends to open a URL.
  ///
  /// - Parameter step: What to open.
  /// - Returns: Whether the device could.
  public func open(_ step: NavigationStep) async -> Bool { isOpenable(step) }

  /// Tells whether the device could open a URL.
  ///
  /// - Parameter step: What would be opened.
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
}

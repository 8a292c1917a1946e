/// What can open URLs: the system, or something else in its place.
///
/// `UIKitOpener` and `AppKitOpener` are for Apple's systems, ``SimulatedOpener`` is for tests and
/// for trying out. Conform a type of your own to show pages inside of your app, or to open apps
/// elsewhere.
public protocol URLOpening: Sendable {
  /// Tries to open a URL.
  ///
  /// A ``NavigationStep/Kind/universalLink`` must open an app or nothing; a browser does not count.
  ///
  /// - Parameter step: What to open, and how.
  /// - Returns: Whether it was opened.
  func open(_ step: NavigationStep) async -> Bool

  /// Tells whether opening would succeed, without doing it.
  ///
  /// - Parameter step: What would be opened.
  /// - Returns: The answer, which may be that nobody knows.
  func canOpen(_ step: NavigationStep) async -> Openability
}

/// Whether a URL could be opened.
public enum Openability: String, Sendable, Hashable, Codable {
  /// It could.
  case yes

  /// It could not.
  case no

  /// That cannot be told without trying; for example because the app may not ask for the scheme.
  case unknown
}

/// A description of apps from which the association files of both platforms are written.
///
/// ```swift
/// let description = AssociationDescription(apps: [
///   .init(
///     appleID: "ABCDE12345.com.example.shop",
///     package: "com.example.shop",
///     fingerprints: [fingerprint],
///     opens: [.folder("/buy"), .page("/about")],
///     excludes: [.folder("/buy/help")]
///   )
/// ])
/// let apple = try description.appleFile().encoded()
/// let android = try description.androidFile().encoded()
/// ```
///
/// The same pattern means different things on both platforms: for Apple, `/buy/*` includes `/buy`,
/// and for Android it does not. A description has places instead of patterns, and both files treat
/// them in the same way.
public struct AssociationDescription: Sendable, Hashable {
  /// A part of a website.
  public enum Place: Sendable, Hashable {
    /// All URLs.
    case everything

    /// One path, with or without a slash at its end, such as `/about`.
    case page(String)

    /// A path and all paths below it, such as `/buy`, `/buy/` and `/buy/42`.
    case folder(String)
  }

  /// An app on one platform or on both.
  public struct App: Sendable, Hashable {
    /// The application identifier, such as `ABCDE12345.com.example.shop`, or `nil` without an app
    /// for Apple devices.
    public var appleID: String?

    /// The package, such as `com.example.shop`, or `nil` without an app for Android.
    public var package: String?

    /// The SHA-256 fingerprints of the certificates of the Android app.
    public var fingerprints: [String]

    /// The places that the app opens, or an empty array for none.
    public var opens: [Place]

    /// The places that the app does not open, which take precedence over ``opens``.
    public var excludes: [Place]

    /// Whether the app shares credentials with the website.
    public var sharesCredentials: Bool

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - appleID: The application identifier.
    ///   - package: The package.
    ///   - fingerprints: The fingerprints of the certificates of the Android app.
    ///   - opens: The places that the app opens.
    ///   - excludes: The places that the app does not open.
    ///   - sharesCredentials: Whether the app shares credentials with the website.
    public init(
      appleID: String? = nil,
      package: String? = nil,
      fingerprints: [String] = [],
      opens: [Place] = [.everything],
      excludes: [Place] = [],
      sharesCredentials: Bool = false
    ) {
      self.appleID = appleID
      self.package = package
      self.fingerprints = fingerprints
      self.opens = opens
      self.excludes = excludes
      self.sharesCredentials = sharesCredentials
    }
  }

  /// The apps, in the order of the files.
  public var apps: [App]

  /// Creates a description.
  ///
  /// - Parameter apps: The apps.
  public init(apps: [App]) { self.apps = apps }
}

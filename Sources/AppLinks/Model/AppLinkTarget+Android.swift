public import Foundation

extension AppLinkTarget {
  /// An app for Android devices.
  public struct Android: Sendable, Hashable {
    /// The URL to pass to the app, exactly as on the page.
    ///
    /// Without a URL, the app receives the URL of the page.
    public var rawURL: String?

    /// The package of the app, such as `org.example.shop`.
    public var packageName: String?

    /// The full name of the activity to start, or `nil` if the system chooses one.
    public var className: String?

    /// The name of the app, for people.
    public var appName: String?

    /// The URL to pass to the app, or `nil` if there is none or its text is not a URL.
    public var url: URL? { rawURL.flatMap(URLText.parse) }

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - rawURL: The URL to pass to the app, or `nil` for the URL of the page.
    ///   - packageName: The package of the app.
    ///   - className: The full name of the activity to start.
    ///   - appName: The name of the app, for people.
    public init(
      rawURL: String? = nil,
      packageName: String?,
      className: String? = nil,
      appName: String? = nil
    ) {
      self.rawURL = rawURL
      self.packageName = packageName
      self.className = className
      self.appName = appName
    }
  }
}

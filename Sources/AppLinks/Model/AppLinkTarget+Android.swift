public import Foundation

extension AppLinkTarget {
  /// An app for an Android device.
  public struct Android: Sendable, Hashable {
    /// The URL to hand to the app, exactly as the page has it.
    ///
    /// Without one the app is handed the URL of the page.
    public var rawURL: String?

    /// The package of the app, such as `org.example.shop`.
    public var packageName: String?

    /// The full name of the activity to start, or `nil` to let the system find one.
    public var className: String?

    /// The name of the app, to be shown to people.
    public var appName: String?

    /// The URL to hand to the app, or `nil` if there is none or if its text is not a URL.
    public var url: URL? { rawURL.flatMap(URLText.parse) }

    /// Makes a target.
    ///
    /// - Parameters:
    ///   - rawURL: The URL to hand to the app, or `nil` for the URL of the page.
    ///   - packageName: The package of the app.
    ///   - className: The full name of the activity to start.
    ///   - appName: The name of the app, to be shown to people.
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

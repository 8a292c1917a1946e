public import Foundation

extension AppLinkTarget {
  /// An app for Windows devices.
  public struct Windows: Sendable, Hashable {
    /// The devices of a target, with the names that tags use.
    public enum Platform: String, Sendable, Hashable, Codable, CaseIterable {
      /// Windows Phone.
      case windowsPhone = "windows_phone"

      /// Desktop and tablet.
      case windows

      /// Any device with Windows 10 or later.
      case windowsUniversal = "windows_universal"
    }

    /// The devices that the target applies to.
    public var platform: Platform

    /// The URL to open, exactly as on the page.
    ///
    /// It is not necessarily a valid URL.
    public var rawURL: String?

    /// The identifier of the app in the store, as on the page.
    ///
    /// It is not necessarily a GUID.
    public var appID: String?

    /// The name of the app, for people.
    public var appName: String?

    /// The URL to open, or `nil` if there is none or its text is not a URL.
    public var url: URL? { rawURL.flatMap(URLText.parse) }

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - platform: The devices that the target applies to.
    ///   - rawURL: The URL to open, with a scheme of the app.
    ///   - appID: The identifier of the app in the store, a GUID.
    ///   - appName: The name of the app, for people.
    public init(
      platform: Platform = .windowsUniversal,
      rawURL: String?,
      appID: String? = nil,
      appName: String? = nil
    ) {
      self.platform = platform
      self.rawURL = rawURL
      self.appID = appID
      self.appName = appName
    }
  }
}

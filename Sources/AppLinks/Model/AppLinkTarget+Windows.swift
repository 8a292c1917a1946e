public import Foundation

extension AppLinkTarget {
  /// An app for a device with Windows.
  public struct Windows: Sendable, Hashable {
    /// The devices that a target is for, spelt as in tags.
    public enum Platform: String, Sendable, Hashable, Codable, CaseIterable {
      /// A Windows Phone.
      case windowsPhone = "windows_phone"

      /// A desktop or tablet.
      case windows

      /// Any device with Windows 10 or later.
      case windowsUniversal = "windows_universal"
    }

    /// The devices that the target is for.
    public var platform: Platform

    /// The URL to open, exactly as the page has it; not necessarily a valid URL.
    public var rawURL: String?

    /// The identifier of the app in the store, as the page has it; not necessarily a GUID.
    public var appID: String?

    /// The name of the app, to be shown to people.
    public var appName: String?

    /// The URL to open, or `nil` if there is none or if its text is not a URL.
    public var url: URL? { rawURL.flatMap(URLText.parse) }

    /// Makes a target.
    ///
    /// - Parameters:
    ///   - platform: The devices that the target is for.
    ///   - rawURL: The URL to open, with a scheme of the app.
    ///   - appID: The identifier of the app in the store, a GUID.
    ///   - appName: The name of the app, to be shown to people.
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

public import Foundation

extension AppLinkTarget {
  /// An app for Apple devices.
  public struct Apple: Sendable, Hashable {
    /// The devices of a target, with the names that tags use.
    public enum Platform: String, Sendable, Hashable, Codable, CaseIterable {
      /// Any device with iOS, or one that runs iOS apps.
      case ios

      /// Only iPhone and iPod touch.
      case iphone

      /// Only iPad.
      case ipad
    }

    /// The devices that the target applies to.
    public var platform: Platform

    /// The URL to open, exactly as on the page.
    ///
    /// It is not necessarily a valid URL.
    public var rawURL: String?

    /// The number of the app in the App Store, as on the page.
    ///
    /// It is not necessarily a number.
    public var appStoreID: String?

    /// The name of the app, for people.
    public var appName: String?

    /// The URL to open, or `nil` if there is none or its text is not a URL.
    public var url: URL? { rawURL.flatMap(URLText.parse) }

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - platform: The devices that the target applies to.
    ///   - rawURL: The URL to open, with a scheme of the app or `https`.
    ///   - appStoreID: The number of the app in the App Store, only digits.
    ///   - appName: The name of the app, for people.
    public init(
      platform: Platform = .ios,
      rawURL: String?,
      appStoreID: String? = nil,
      appName: String? = nil
    ) {
      self.platform = platform
      self.rawURL = rawURL
      self.appStoreID = appStoreID
      self.appName = appName
    }
  }
}

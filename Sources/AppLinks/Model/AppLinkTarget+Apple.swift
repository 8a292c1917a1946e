public import Foundation

extension AppLinkTarget {
  /// An app for an Apple device.
  public struct Apple: Sendable, Hashable {
    /// The devices that a target is for, spelt as in tags.
    public enum Platform: String, Sendable, Hashable, Codable, CaseIterable {
      /// Any device with iOS, and what runs its apps.
      case ios

      /// Only an iPhone or iPod.
      case iphone

      /// Only an iPad.
      case ipad
    }

    /// The devices that the target is for.
    public var platform: Platform

    /// The URL to open, exactly as the page has it; not necessarily a valid URL.
    public var rawURL: String?

    /// The number of the app in the App Store, as the page has it; not necessarily a number.
    public var appStoreID: String?

    /// The name of the app, to be shown to people.
    public var appName: String?

    /// The URL to open, or `nil` if there is none or if its text is not a URL.
    public var url: URL? { rawURL.flatMap(URLText.parse) }

    /// Makes a target.
    ///
    /// - Parameters:
    ///   - platform: The devices that the target is for.
    ///   - rawURL: The URL to open, with a scheme of the app or `https`.
    ///   - appStoreID: The number of the app in the App Store, digits only.
    ///   - appName: The name of the app, to be shown to people.
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

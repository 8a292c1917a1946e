public import Foundation

/// One app that can show the content of a page, and how to tell it which content.
///
/// Each family of platforms has its own keys, so each has its own type. What all of them share can
/// be asked of the target itself.
public enum AppLinkTarget: Sendable, Hashable {
  /// An app for an Apple device.
  case apple(Apple)

  /// An app for an Android device.
  case android(Android)

  /// An app for a device with Windows.
  case windows(Windows)

  /// The URL to open, exactly as the page has it; not necessarily a valid URL.
  public var rawURL: String? {
    switch self {
    case .apple(let target): target.rawURL
    case .android(let target): target.rawURL
    case .windows(let target): target.rawURL
    }
  }

  /// The URL to open, or `nil` if there is none or if its text is not a URL.
  public var url: URL? {
    rawURL.flatMap(URLText.parse)
  }

  /// The name of the app, to be shown to people.
  public var appName: String? {
    switch self {
    case .apple(let target): target.appName
    case .android(let target): target.appName
    case .windows(let target): target.appName
    }
  }

  /// The name of the app for people, or `nil` if the page does not name it.
  ///
  /// The page chooses the name. Control characters and characters that change the direction of text
  /// are left out, and a name longer than 40 characters is shortened. The name is empty if nothing
  /// of it can be shown.
  public var displayName: String? { appName.map { SafeText.displayable($0) } }

  /// The platform as tags spell it, such as `ios` or `windows_phone`.
  public var platform: String {
    switch self {
    case .apple(let target): target.platform.rawValue
    case .android: "android"
    case .windows(let target): target.platform.rawValue
    }
  }
}

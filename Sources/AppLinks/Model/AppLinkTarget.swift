public import Foundation

/// An app that can show the content of a page, with the URL that tells it which content.
///
/// Each family of platforms has its own keys and therefore its own type. Properties that all
/// platforms share are also available on the target itself.
public enum AppLinkTarget: Sendable, Hashable {
  /// An app for Apple devices.
  case apple(Apple)

  /// An app for Android devices.
  case android(Android)

  /// An app for Windows devices.
  case windows(Windows)

  /// The URL to open, exactly as on the page.
  ///
  /// It is not necessarily a valid URL.
  public var rawURL: String? {
    switch self {
    case .apple(let target): target.rawURL
    case .android(let target): target.rawURL
    case .windows(let target): target.rawURL
    }
  }

  /// The URL to open, or `nil` if there is none or its text is not a URL.
  public var url: URL? {
    rawURL.flatMap(URLText.parse)
  }

  /// The name of the app, for people.
  public var appName: String? {
    switch self {
    case .apple(let target): target.appName
    case .android(let target): target.appName
    case .windows(let target): target.appName
    }
  }

  /// The name of the app, safe to display, or `nil` if the page does not name it.
  ///
  /// The page chooses the name. Control characters and characters that change the direction of text
  /// are removed, and a name longer than 40 characters is shortened. The result is empty if nothing
  /// displayable remains.
  public var displayName: String? { appName.map { SafeText.displayable($0) } }

  /// The platform, named as in tags, such as `ios` or `windows_phone`.
  public var platform: String {
    switch self {
    case .apple(let target): target.platform.rawValue
    case .android: "android"
    case .windows(let target): target.platform.rawValue
    }
  }
}

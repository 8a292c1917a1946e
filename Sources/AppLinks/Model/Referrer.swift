public import Foundation
public import JSONValues

/// The app that a user came from, as named by an App Link.
///
/// The sender of a link can write anything here, including the name of another app. Show
/// ``displayName``, which is safe to display, and check ``url`` with a ``SchemePolicy`` before you
/// open it. ``ReturnToReferrer`` does both.
public struct Referrer: Sendable, Hashable {
  /// The URL that leads back, exactly as written.
  ///
  /// It is not necessarily a valid URL.
  public let rawURL: String

  /// The name of the app, exactly as written.
  public let appName: String

  /// All data of the link about the referrer.
  public let data: [String: JSONValue]

  /// Creates a referrer.
  ///
  /// - Parameters:
  ///   - rawURL: The URL that leads back.
  ///   - appName: The name of the app.
  ///   - data: Additional data, such as `app_store_id`. Its values for `url` and `app_name` are
  ///     ignored.
  public init(rawURL: String, appName: String, data: [String: JSONValue] = [:]) {
    self.rawURL = rawURL
    self.appName = appName
    self.data = data.merging(["url": .string(rawURL), "app_name": .string(appName)]) { $1 }
  }

  /// Creates a referrer from `referer_app_link`, or returns `nil` if the strings `url` and
  /// `app_name` are missing.
  init?(_ value: JSONValue) {
    guard let url = value["url"]?.stringValue else { return nil }
    guard let name = value["app_name"]?.stringValue else { return nil }
    self.init(rawURL: url, appName: name, data: value.objectValue ?? [:])
  }

  /// The URL that leads back, or `nil` if its text is not a URL.
  public var url: URL? { URLText.parse(rawURL) }

  /// The web page that the referrer was showing, if known.
  public var targetURL: URL? { data["target_url"]?.stringValue.flatMap(URLText.parse) }

  /// The name of the app, safe to display.
  ///
  /// Control characters and characters that change the direction of text are removed, and a name
  /// longer than 40 characters is shortened. The result is empty if nothing displayable remains.
  public var displayName: String { SafeText.displayable(appName) }

  /// The link that leads back.
  ///
  /// Its only target is ``rawURL``, and it does not fall back to the web.
  ///
  /// The value is `nil` if ``rawURL`` is not a URL.
  public var link: AppLink? {
    guard let url else { return nil }
    let id = data["app_store_id"]?.stringValue
    return AppLink(
      sourceURL: url,
      targets: [.apple(.init(rawURL: rawURL, appStoreID: id, appName: appName))],
      webURL: nil,
      isBackToReferrer: true
    )
  }
}

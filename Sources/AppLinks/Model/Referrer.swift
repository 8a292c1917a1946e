public import Foundation
public import JSONValues

/// The app that a user came from, as an App Link names it.
///
/// Whoever made the link can write anything here, also the name of another app. Show
/// ``displayName``, which is safe to show, and let the ``SchemePolicy`` decide before ``url`` is
/// opened; ``ReturnToReferrer`` does both.
public struct Referrer: Sendable, Hashable {
  /// The URL that leads back, exactly as it is spelt; not necessarily a valid URL.
  public let rawURL: String

  /// The name of the app, exactly as it is spelt.
  public let appName: String

  /// Everything that the link says about the referrer.
  public let data: [String: JSONValue]

  /// Makes a referrer.
  ///
  /// - Parameters:
  ///   - rawURL: The URL that leads back.
  ///   - appName: The name of the app.
  ///   - data: What else is known, such as `app_store_id`. What it says about `url` and `app_name`
  ///     does not count.
  public init(rawURL: String, appName: String, data: [String: JSONValue] = [:]) {
    self.rawURL = rawURL
    self.appName = appName
    self.data = data.merging(["url": .string(rawURL), "app_name": .string(appName)]) { $1 }
  }

  /// Takes a referrer out of `referer_app_link`; `nil` without the texts `url` and `app_name`.
  init?(_ value: JSONValue) {
    guard let url = value["url"]?.stringValue else { return nil }
    guard let name = value["app_name"]?.stringValue else { return nil }
    self.init(rawURL: url, appName: name, data: value.objectValue ?? [:])
  }

  /// The URL that leads back; `nil` if the text is none.
  public var url: URL? { URLText.parse(rawURL) }

  /// The web page that the referrer was showing, if it says so.
  public var targetURL: URL? { data["target_url"]?.stringValue.flatMap(URLText.parse) }

  /// The name, safe to show.
  ///
  /// Control characters and characters that change the direction of text are left out, and a name
  /// longer than 40 characters is shortened. Empty if nothing of it can be shown.
  public var displayName: String { SafeText.displayable(appName) }

  /// The link back: its only target is ``rawURL``, and it does not fall back to the web.
  ///
  /// `nil` if ``rawURL`` is no URL.
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

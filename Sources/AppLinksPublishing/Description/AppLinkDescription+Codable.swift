internal import AppLinks

/// An object with `targets`, each as in ``AppLink``, and `web` unless it is the page itself.
///
/// ```json
/// {"targets": [{"platform": "ios", "url": "shop://socks/7", "app_name": "Shop"}],
///  "web": {"url": "https://shop.example/socks/7"}}
/// ```
extension AppLinkDescription: Codable {
  private enum CodingKeys: String, CodingKey {
    case targets, web
  }

  /// Reads a description from an object with `targets` and `web`; either may be left out.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: `DecodingError` if there is something else there than expected.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    targets = try keys.decodeIfPresent([AppLinkTarget].self, forKey: .targets) ?? []
    web = try keys.decodeIfPresent(WebFallback.self, forKey: .web) ?? .page
  }

  /// Writes the description as an object with `targets`, and `web` unless that is the page itself.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(targets, forKey: .targets)
    if web != .page { try keys.encode(web, forKey: .web) }
  }
}

/// An object with `url`, or with `should_fallback`, or an empty one.
extension AppLinkDescription.WebFallback: Codable {
  private enum CodingKeys: String, CodingKey {
    case url
    case shouldFallback = "should_fallback"
  }

  /// Reads a fallback from an object; `should_fallback` counts before `url`, as in pages.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: `DecodingError` if `url` is no string or `should_fallback` is neither true nor
  ///   false.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let url = try keys.decodeIfPresent(String.self, forKey: .url)
    if try keys.decodeIfPresent(Bool.self, forKey: .shouldFallback) == false {
      self = .forbidden
    } else {
      self = url.map(Self.url) ?? .page
    }
  }

  /// Writes the fallback as an object.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .page: break
    case .url(let url): try keys.encode(url, forKey: .url)
    case .forbidden: try keys.encode(false, forKey: .shouldFallback)
    }
  }
}

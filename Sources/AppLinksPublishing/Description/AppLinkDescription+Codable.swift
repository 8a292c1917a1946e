internal import AppLinks

/// The coded form is an object with `targets`, each coded as in ``AppLink``.
///
/// It has `web`, unless that is the page itself, and `placeholders`, if there are any.
///
/// ```json
/// {"targets": [{"platform": "ios", "url": "shop://socks/7", "app_name": "Shop"}],
///  "web": {"url": "https://shop.example/socks/7"}}
/// ```
extension AppLinkDescription: Codable {
  private enum CodingKeys: String, CodingKey {
    case targets, web, placeholders
  }

  /// Creates a description from an object with `targets`, `web` and `placeholders`, all of which
  /// are optional.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if a value has an unexpected type.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    targets = try keys.decodeIfPresent([AppLinkTarget].self, forKey: .targets) ?? []
    web = try keys.decodeIfPresent(WebFallback.self, forKey: .web) ?? .page
    placeholders = try keys.decodeIfPresent(Set<String>.self, forKey: .placeholders) ?? []
  }

  /// Encodes the description as an object with `targets`, with `web`, unless that is the page
  /// itself, and with `placeholders`, if there are any.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(targets, forKey: .targets)
    if web != .page { try keys.encode(web, forKey: .web) }
    if !placeholders.isEmpty { try keys.encode(placeholders.sorted(), forKey: .placeholders) }
  }
}

/// The coded form is an object with `url` or `should_fallback`, or an empty object.
extension AppLinkDescription.WebFallback: Codable {
  private enum CodingKeys: String, CodingKey {
    case url
    case shouldFallback = "should_fallback"
  }

  /// Creates a fallback from an object.
  ///
  /// As in pages, `should_fallback` takes precedence over `url`.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if `url` is not a string or `should_fallback` is not a Boolean
  ///   value.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let url = try keys.decodeIfPresent(String.self, forKey: .url)
    if try keys.decodeIfPresent(Bool.self, forKey: .shouldFallback) == false {
      self = .forbidden
    } else {
      self = url.map(Self.url) ?? .page
    }
  }

  /// Encodes the fallback as an object.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .page: break
    case .url(let url): try keys.encode(url, forKey: .url)
    case .forbidden: try keys.encode(false, forKey: .shouldFallback)
    }
  }
}

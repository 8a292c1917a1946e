/// The coded form is a flat object: `platform` and the keys of that platform, named as in tags.
extension AppLinkTarget: Codable {
  private enum CodingKeys: String, CodingKey {
    case platform, url, package
    case className = "class"
    case appStoreID = "app_store_id"
    case appID = "app_id"
    case appName = "app_name"
  }

  /// Creates a target from an object with `platform` and the keys of that platform.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if `platform` is missing or unknown, or if a value is not a string.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let name = try keys.decode(String.self, forKey: .platform)
    let rawURL = try keys.decodeIfPresent(String.self, forKey: .url)
    let appName = try keys.decodeIfPresent(String.self, forKey: .appName)
    if name == "android" {
      self = .android(
        Android(
          rawURL: rawURL,
          packageName: try keys.decodeIfPresent(String.self, forKey: .package),
          className: try keys.decodeIfPresent(String.self, forKey: .className),
          appName: appName
        )
      )
    } else if let platform = Apple.Platform(rawValue: name) {
      let id = try keys.decodeIfPresent(String.self, forKey: .appStoreID)
      self = .apple(Apple(platform: platform, rawURL: rawURL, appStoreID: id, appName: appName))
    } else if let platform = Windows.Platform(rawValue: name) {
      let id = try keys.decodeIfPresent(String.self, forKey: .appID)
      self = .windows(Windows(platform: platform, rawURL: rawURL, appID: id, appName: appName))
    } else {
      throw DecodingError.dataCorruptedError(
        forKey: .platform,
        in: keys,
        debugDescription: "'\(name)' is not a platform of App Links. Use a platform such as 'ios'."
      )
    }
  }

  /// Encodes the target as an object with `platform` and the keys of that platform that have a
  /// value.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(platform, forKey: .platform)
    try keys.encodeIfPresent(rawURL, forKey: .url)
    try keys.encodeIfPresent(appName, forKey: .appName)
    switch self {
    case .apple(let target):
      try keys.encodeIfPresent(target.appStoreID, forKey: .appStoreID)
    case .android(let target):
      try keys.encodeIfPresent(target.packageName, forKey: .package)
      try keys.encodeIfPresent(target.className, forKey: .className)
    case .windows(let target):
      try keys.encodeIfPresent(target.appID, forKey: .appID)
    }
  }
}

public import AppLinks

extension AppLinkMetadata {
  /// Returns the apps for a kind of device, in order of preference.
  ///
  /// Tags for one device precede tags for all devices of a family. Within a group, values are
  /// paired by position: the first URL with the first name, and so on. A missing value is `nil`. A
  /// group with at least one known key results in at least one target, even without a URL.
  ///
  /// The order and the pairing follow the reference implementations of the App Links specification.
  ///
  /// - Parameter idiom: The kind of device.
  /// - Returns: The targets, possibly none.
  /// - Complexity: O(*n*) in the number of tags.
  public func targets(for idiom: DeviceIdiom) -> [AppLinkTarget] {
    switch idiom {
    case .phone: apple(.iphone) + apple(.ios)
    case .pad: apple(.ipad) + apple(.ios)
    case .other: apple(.ios)
    case .android: android
    case .windowsPhone: windows(.windowsPhone)
    case .windows: windows(.windows)
    case .windowsUniversal: windows(.windowsUniversal)
    }
  }

  private func apple(_ platform: AppLinkTarget.Apple.Platform) -> [AppLinkTarget] {
    rows(of: platform.rawValue).map {
      .apple(.init(platform: platform, rawURL: $0[0], appStoreID: $0[1], appName: $0[2]))
    }
  }

  private var android: [AppLinkTarget] {
    rows(of: "android").map {
      .android(.init(rawURL: $0[0], packageName: $0[1], className: $0[2], appName: $0[3]))
    }
  }

  private func windows(_ platform: AppLinkTarget.Windows.Platform) -> [AppLinkTarget] {
    rows(of: platform.rawValue).map {
      .windows(.init(platform: platform, rawURL: $0[0], appID: $0[1], appName: $0[2]))
    }
  }

  /// Returns the values of the keys of a platform, with one row for each position in each of its
  /// groups.
  private func rows(of platform: String) -> [[String?]] {
    let keys = TagVocabulary.keys[platform, default: []]
    return tree[platform].flatMap { group in
      let columns = keys.map { group[$0] }
      let count = columns.map(\.count).max() ?? 0
      return (0..<count).map { row in
        columns.map { row < $0.count ? $0[row].value : nil }
      }
    }
  }
}

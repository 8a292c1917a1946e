public import AppLinks

extension AppLinkMetadata {
  /// The apps that apply to a kind of device, the preferred one first.
  ///
  /// Tags for one device come before those for all devices of a family. In a group, the first URL
  /// goes with the first name and so on, by position; what is missing is `nil`. A group with at
  /// least one known key gives at least one target, also without a URL.
  ///
  /// The order and the pairing are those of the reference implementations of the App Links
  /// specification.
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

  /// The values of the keys of a platform, one row for each position in each of its groups.
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

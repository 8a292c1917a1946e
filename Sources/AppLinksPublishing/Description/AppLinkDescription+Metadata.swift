internal import AppLinks
public import AppLinksResolving

extension AppLinkDescription {
  /// Creates a description from the metadata of a page, for all devices.
  ///
  /// The description omits tags with platforms and keys that this module does not know.
  ///
  /// ```swift
  /// var description = AppLinkDescription(AppLinkMetadata(html: page))
  /// description.web = .page
  /// let tags = try description.html()
  /// ```
  ///
  /// - Parameter metadata: The metadata of the page.
  /// - Complexity: O(*n*) in the number of tags.
  public init(_ metadata: AppLinkMetadata) {
    // Each platform has its targets in the order of its groups, so the groups of the page determine
    // the order of all targets.
    var waiting: [String: ArraySlice<AppLinkTarget>] = [:]
    for idiom in [DeviceIdiom.other, .android, .windowsPhone, .windows, .windowsUniversal] {
      for target in metadata.targets(for: idiom) {
        waiting[target.platform, default: []].append(target)
      }
    }
    for (idiom, platform) in [(DeviceIdiom.phone, "iphone"), (.pad, "ipad")] {
      let targets = metadata.targets(for: idiom)
      waiting[platform] = targets.filter { $0.platform == platform }[...]
    }
    targets = []
    placeholders = []
    for group in TagGroup.groups(of: metadata.tags) {
      for _ in 0..<group.rowCount {
        if let target = waiting[group.platform]?.popFirst() { targets.append(target) }
      }
    }
    let first = metadata.tree["web"].first
    if metadata.forbidsWebFallback {
      web = .forbidden
    } else {
      web = first?["url"].first?.value.map(WebFallback.url) ?? .page
    }
  }
}

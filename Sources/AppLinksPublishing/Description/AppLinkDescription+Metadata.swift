internal import AppLinks
public import AppLinksResolving

extension AppLinkDescription {
  /// Describes what a page says, for all devices.
  ///
  /// Tags of platforms and keys that this module does not know are left out.
  ///
  /// ```swift
  /// var description = AppLinkDescription(AppLinkMetadata(html: page))
  /// description.web = .page
  /// let tags = try description.html()
  /// ```
  ///
  /// - Parameter metadata: What the page says.
  /// - Complexity: O(*n*) in the number of tags.
  public init(_ metadata: AppLinkMetadata) {
    // Each platform gives its targets group by group, so the groups of the page tell their order.
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

/// The tags of a platform that describe one app or one version of it.
///
/// Groups are the first level of the tree, flattened and in the order of the page. They keep the
/// tags that formed them, so that every finding has a position.
package struct TagGroup {
  /// A value in a group.
  package struct Entry {
    /// The index of the tag that created the entry.
    package let tag: Int

    /// The content of the tag, or `nil` if it has none or if only a deeper property created the
    /// entry.
    package let value: String?

    /// Whether only a deeper property created the entry, such as `al:ios:url:secure`.
    package var isImplied = false
  }

  package let platform: String

  /// The index of the tag that only opens the group, such as `al:ios`.
  package let marker: Int?

  /// The index of the first tag.
  package let first: Int

  /// The entries by key.
  ///
  /// Entries with the same key are in order.
  package private(set) var entries: [String: [Entry]] = [:]

  /// The keys in the order of the page.
  package private(set) var keys: [String] = []

  /// The values of a key.
  package subscript(key: String) -> [Entry] { entries[key] ?? [] }

  /// The number of targets that the group describes, according to the keys of its platform.
  package var rowCount: Int {
    TagVocabulary.keys[platform, default: []].map { self[$0].count }.max() ?? 0
  }

  /// Returns the groups of a list of tags.
  ///
  /// - Complexity: O(*n*) in the length of the tags.
  package static func groups(of tags: [AppLinkTag]) -> [TagGroup] {
    var groups: [TagGroup] = []
    var latest: [String: Int] = [:]
    for (index, tag) in tags.enumerated() where tag.isAppLink {
      let components = tag.components
      guard components.count <= AppLinkNode.maximumComponents else { continue }
      let platform = String(components[1])
      let isMarker = components.count == 2
      if isMarker || latest[platform] == nil {
        latest[platform] = groups.count
        let marker = isMarker ? index : nil
        groups.append(TagGroup(platform: platform, marker: marker, first: index))
      }
      if !isMarker, let group = latest[platform] {
        groups[group].add(tag, index, key: String(components[2]), isDeep: components.count > 3)
      }
    }
    return groups
  }

  private init(platform: String, marker: Int?, first: Int) {
    self.platform = platform
    self.marker = marker
    self.first = first
  }

  private mutating func add(_ tag: AppLinkTag, _ index: Int, key: String, isDeep: Bool) {
    if entries[key] == nil { keys.append(key) }
    if !isDeep {
      entries[key, default: []].append(Entry(tag: index, value: tag.content))
    } else if entries[key] == nil {
      entries[key] = [Entry(tag: index, value: nil, isImplied: true)]
    }
  }
}

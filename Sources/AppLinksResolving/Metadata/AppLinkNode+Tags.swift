extension AppLinkNode {
  /// The most components that a property may have, `al` included; deeper ones are left out of a
  /// tree.
  ///
  /// Known properties have three. The bound keeps work on trees, which is recursive, safe on any
  /// stack.
  package static let maximumComponents = 8

  /// Makes the tree of a list of tags, as the App Links specification's reference implementation
  /// does.
  ///
  /// The last component of a property always opens a new entry, the components before it go to the
  /// latest entry of their name, or open one if there is none. Tags that do not begin with `al:`
  /// and tags with more than eight components are left out.
  ///
  /// - Parameter tags: The tags in the order of the page.
  /// - Complexity: O(*n*) in the length of the tags.
  package init(tags: some Sequence<AppLinkTag>) {
    self.init()
    for tag in tags where tag.isAppLink {
      let components = tag.components
      guard components.count <= Self.maximumComponents else { continue }
      insert(tag.content, at: components.dropFirst())
    }
  }

  /// Puts content to the end of a path below this node.
  fileprivate mutating func insert(_ content: String?, at path: ArraySlice<Substring>) {
    guard let name = path.first else {
      value = content
      return
    }
    children[String(name), default: []].insert(content, at: path.dropFirst())
  }
}

extension [AppLinkNode] {
  /// Puts content to the end of a path below the last node of a list.
  fileprivate mutating func insert(_ content: String?, at path: ArraySlice<Substring>) {
    if isEmpty || path.isEmpty { append(AppLinkNode()) }
    self[count - 1].insert(content, at: path)
  }
}

extension AppLinkTag {
  /// Whether the property begins with `al:`, exactly.
  package var isAppLink: Bool { property.utf8.starts(with: "al:".utf8) }
}

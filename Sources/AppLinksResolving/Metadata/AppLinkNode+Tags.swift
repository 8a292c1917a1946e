extension AppLinkNode {
  /// The maximum number of components of a property, including `al`.
  ///
  /// A tree omits deeper properties.
  ///
  /// Known properties have three components. The limit makes recursion over trees safe on any
  /// stack.
  package static let maximumComponents = 8

  /// Creates the tree of a list of tags, as the reference implementation of the specification does.
  ///
  /// The last component of a property always opens a new entry. The components before it select the
  /// latest entry of their name, or open one if there is none. Tags that do not begin with `al:`
  /// and tags with more than eight components are ignored.
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

  /// Inserts content at the end of a path below this node.
  fileprivate mutating func insert(_ content: String?, at path: ArraySlice<Substring>) {
    guard let name = path.first else {
      value = content
      return
    }
    children[String(name), default: []].insert(content, at: path.dropFirst())
  }
}

extension [AppLinkNode] {
  /// Inserts content at the end of a path below the last node of a list.
  fileprivate mutating func insert(_ content: String?, at path: ArraySlice<Substring>) {
    if isEmpty || path.isEmpty { append(AppLinkNode()) }
    self[count - 1].insert(content, at: path)
  }
}

extension AppLinkTag {
  /// Whether the property begins with exactly `al:`.
  package var isAppLink: Bool { property.utf8.starts(with: "al:".utf8) }
}

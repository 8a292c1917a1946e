/// A node of the tree that the tags of a page form.
///
/// The children of a name are a list, because a page may describe several versions of an app: each
/// `al:ios` opens another group, and each `al:ios:url` another entry in the latest group.
public struct AppLinkNode: Sendable, Hashable, Codable {
  /// The content of the tag that made this node, or `nil` if it had none.
  public var value: String?

  /// The children by name, those of one name in the order of the page.
  public var children: [String: [AppLinkNode]]

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - value: The content of the node.
  ///   - children: The children by name.
  package init(value: String? = nil, children: [String: [AppLinkNode]] = [:]) {
    self.value = value
    self.children = children
  }

  /// The children of a name, in the order of the page.
  ///
  /// - Parameter name: A component of a property, such as `ios` or `url`.
  public subscript(name: String) -> [AppLinkNode] {
    children[name] ?? []
  }
}

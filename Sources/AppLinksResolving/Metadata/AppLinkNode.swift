/// A node of the tree formed by the tags of a page.
///
/// The children of a name are a list because a page can describe several versions of an app. Each
/// `al:ios` opens another group, and each `al:ios:url` adds another entry to the latest group.
public struct AppLinkNode: Sendable, Hashable, Codable {
  /// The content of the tag that created this node, or `nil` if it had none.
  public var value: String?

  /// The children by name.
  ///
  /// Children with the same name are in the order of the page.
  public var children: [String: [AppLinkNode]]

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - value: The content of the node.
  ///   - children: The children by name.
  package init(value: String? = nil, children: [String: [AppLinkNode]] = [:]) {
    self.value = value
    self.children = children
  }

  /// The children with a name, in the order of the page.
  ///
  /// - Parameter name: A component of a property, such as `ios` or `url`.
  public subscript(name: String) -> [AppLinkNode] {
    children[name] ?? []
  }
}

public import AppLinks

/// Everything that the tags of a page say, for all kinds of devices.
///
/// ```swift
/// let metadata = AppLinkMetadata(tags: [
///   AppLinkTag(property: "al:ios:url", content: "shop://socks"),
///   AppLinkTag(property: "al:ios:app_name", content: "Shop"),
/// ])
/// metadata.targets(for: .phone)  // one target
/// metadata.tree["ios"].first?["url"].first?.value  // "shop://socks"
/// ```
///
/// Nothing is lost: platforms and keys that this module does not know are in ``tags`` and ``tree``
/// all the same.
public struct AppLinkMetadata: Sendable, Hashable {
  /// The tags in the order of the page.
  public let tags: [AppLinkTag]

  /// The tags as a tree; its root stands for `al`.
  public let tree: AppLinkNode

  /// What was odd about the page, in the order of the page as far as it has a place.
  public let diagnostics: [AppLinkDiagnostic]

  /// Creates the metadata of a list of tags.
  ///
  /// Tags that cannot mean what they say are reported in ``diagnostics``. For advice on those that
  /// are only unwise, use the `AppLinkLinter` of the module `AppLinksPublishing`.
  ///
  /// - Parameters:
  ///   - tags: The tags in the order of the page. Those that do not begin with `al:` are ignored.
  ///   - diagnostics: What was odd about the tags, as far as the caller knows.
  /// - Complexity: O(*n*) in the length of the tags.
  public init(tags: [AppLinkTag], diagnostics: [AppLinkDiagnostic] = []) {
    let more = AppLinkDiagnostic.faults(of: tags, besides: diagnostics)
    self.init(tags: tags, allDiagnostics: diagnostics + more)
  }

  /// Creates the metadata of tags about which everything odd is known already.
  init(tags: [AppLinkTag], allDiagnostics: [AppLinkDiagnostic]) {
    self.tags = tags
    self.tree = AppLinkNode(tags: tags)
    self.diagnostics = allDiagnostics
  }
}

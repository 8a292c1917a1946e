public import AppLinks

/// The content of all tags of a page, for all kinds of devices.
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
/// The metadata is complete: ``tags`` and ``tree`` include platforms and keys that this module does
/// not know.
public struct AppLinkMetadata: Sendable, Hashable {
  /// The tags in the order of the page.
  public let tags: [AppLinkTag]

  /// The tags as a tree, with `al` as the root.
  public let tree: AppLinkNode

  /// The irregularities of the page.
  ///
  /// Those with a position are in the order of the page.
  public let diagnostics: [AppLinkDiagnostic]

  /// Creates metadata from a list of tags.
  ///
  /// ``diagnostics`` reports tags that cannot have the intended effect. For advice about tags that
  /// are valid but problematic, use the `AppLinkLinter` of the module `AppLinksPublishing`.
  ///
  /// - Parameters:
  ///   - tags: The tags in the order of the page. Tags that do not begin with `al:` are ignored.
  ///   - diagnostics: The irregularities of the tags that are already known.
  /// - Complexity: O(*n*) in the length of the tags.
  public init(tags: [AppLinkTag], diagnostics: [AppLinkDiagnostic] = []) {
    let more = AppLinkDiagnostic.faults(of: tags, besides: diagnostics)
    self.init(tags: tags, allDiagnostics: diagnostics + more)
  }

  /// Creates metadata from tags whose irregularities are all known.
  init(tags: [AppLinkTag], allDiagnostics: [AppLinkDiagnostic]) {
    self.tags = tags
    self.tree = AppLinkNode(tags: tags)
    self.diagnostics = allDiagnostics
  }
}

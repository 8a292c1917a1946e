/// The result of a load, and how long it may be used.
package struct LoadedContent<Content: KeptContent>: Sendable {
  let content: Content

  /// The time for which the source says that it may be used, or `nil` if the source states none.
  let stated: Duration?

  /// Whether the source allows its use after that time.
  let allowsStale: Bool

  package init(content: Content, stated: Duration? = nil, allowsStale: Bool = true) {
    self.content = content
    self.stated = stated
    self.allowsStale = allowsStale
  }
}

/// Content that was loaded from a place, and how long it may be used.
///
/// Times are milliseconds since 1970, so that the nodes of a store agree about them.
package struct Entry: Sendable, Hashable {
  /// The place, such as a page.
  package var key: String

  /// The content, as JSON.
  package var content: [UInt8]

  /// The time when it was loaded.
  package var loaded: Int64

  /// The time until which it is used as it is.
  package var freshUntil: Int64

  /// The time until which it is used while it is loaded again.
  package var staleUntil: Int64

  package init(
    key: String,
    content: [UInt8],
    loaded: Int64,
    freshUntil: Int64,
    staleUntil: Int64
  ) {
    self.key = key
    self.content = content
    self.loaded = loaded
    self.freshUntil = freshUntil
    self.staleUntil = staleUntil
  }
}

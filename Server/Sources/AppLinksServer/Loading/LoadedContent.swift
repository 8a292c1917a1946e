/// What a load brought, and how long it may be used.
package struct LoadedContent<Content: KeptContent>: Sendable {
  var content: Content

  /// The time for which the source says that it may be used, or `nil` if it says nothing.
  var stated: Duration?

  /// Whether the source allows that it is used after that time.
  var allowsStale = true
}

/// What the server loads and keeps.
package protocol KeptContent: Codable, Sendable {
  /// The word before the places of this kind in the store.
  static var kind: String { get }

  /// Whether the load failed, so that an earlier success is better.
  var isFailure: Bool { get }
}

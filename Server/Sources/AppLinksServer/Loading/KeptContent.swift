/// Content that the server loads and keeps.
package protocol KeptContent: Codable, Sendable {
  /// The prefix of this kind's places in the store.
  static var kind: String { get }

  /// Whether the load failed, so that an earlier success is preferred.
  var isFailure: Bool { get }
}

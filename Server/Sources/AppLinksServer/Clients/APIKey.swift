/// A key that gives a client higher limits.
package struct APIKey: Sendable, Hashable, CustomStringConvertible {
  /// The name of the client, which logs may show.
  package let name: String

  /// The key itself, which is a secret.
  package let key: String

  package let limits: ClientLimits

  /// The name, without the secret.
  package var description: String { name }
}

/// The sender of a request, as the limits see it.
struct Client: Sendable {
  /// The name of the API key, or the network of the address.
  let name: String
  let limits: ClientLimits
  /// Whether the client has a key.
  let hasKey: Bool
}

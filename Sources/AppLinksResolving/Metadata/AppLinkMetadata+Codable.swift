internal import AppLinks

/// The coded form is an object with `tags` and `diagnostics`. Decoding rebuilds the tree.
extension AppLinkMetadata: Codable {
  private enum CodingKeys: String, CodingKey {
    case tags, diagnostics
  }

  /// Creates metadata from an object with `tags` and `diagnostics`.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if `tags` or `diagnostics` is missing or malformed.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      tags: try keys.decode([AppLinkTag].self, forKey: .tags),
      allDiagnostics: try keys.decode([AppLinkDiagnostic].self, forKey: .diagnostics)
    )
  }

  /// Encodes the metadata as an object with `tags` and `diagnostics`.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(tags, forKey: .tags)
    try keys.encode(diagnostics, forKey: .diagnostics)
  }
}

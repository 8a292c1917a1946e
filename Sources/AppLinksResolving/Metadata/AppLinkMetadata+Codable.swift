internal import AppLinks

/// An object with `tags` and `diagnostics`; the tree is made anew when it is read.
extension AppLinkMetadata: Codable {
  private enum CodingKeys: String, CodingKey {
    case tags, diagnostics
  }

  /// Reads metadata from an object with `tags` and `diagnostics`.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: `DecodingError` if one of the two is missing or malformed.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      tags: try keys.decode([AppLinkTag].self, forKey: .tags),
      allDiagnostics: try keys.decode([AppLinkDiagnostic].self, forKey: .diagnostics)
    )
  }

  /// Writes the metadata as an object with `tags` and `diagnostics`.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(tags, forKey: .tags)
    try keys.encode(diagnostics, forKey: .diagnostics)
  }
}

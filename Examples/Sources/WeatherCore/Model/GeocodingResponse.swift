/// What `/v1/search` answers: the places that have the name asked for.
///
/// A name that no place has is answered without the key `results`.
package struct GeocodingResponse: Decodable, Sendable {
  /// The places found, best match first.
  package let results: [Place]?
}

/// A place that the geocoding service knows.
package struct Place: Decodable, Hashable, Sendable {
  /// The place's name, in the language asked for.
  package let name: String
  /// The country, which a few territories do not have.
  package let country: String?
  /// Degrees north of the equator.
  package let latitude: Double
  /// Degrees east of Greenwich.
  package let longitude: Double
}

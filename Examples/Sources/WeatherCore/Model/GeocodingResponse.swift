/// The answer of `/v1/search`: the places with the requested name.
///
/// For a name that no place has, the answer does not contain the key `results`.
package struct GeocodingResponse: Decodable, Sendable {
  /// The places found, best match first.
  package let results: [Place]?
}

/// A place that the geocoding service knows.
package struct Place: Decodable, Hashable, Sendable {
  /// The place's name, in the requested language.
  package let name: String
  /// The country, which a few territories do not have.
  package let country: String?
  /// Degrees north of the equator.
  package let latitude: Double
  /// Degrees east of Greenwich.
  package let longitude: Double
}

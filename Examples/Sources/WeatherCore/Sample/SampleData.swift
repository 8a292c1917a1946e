/// The places that the sample server knows.
package enum SampleData {
  /// The cities to look up when the command line names none.
  package static let defaultCities = [
    "Oslo", "Zürich", "São Paulo", "Nairobi", "Reykjavík", "Tokyo", "Wellington", "Toronto",
  ]

  /// Returns the place with a name, if any.
  package static func place(named name: String) -> SamplePlace? {
    places.first { $0.isCalled(name) }
  }

  /// Returns the place at a position, if any.
  package static func place(latitude: Double, longitude: Double) -> SamplePlace? {
    places.first { $0.latitude == latitude && $0.longitude == longitude }
  }

  /// All places.
  package static let places = [
    SamplePlace(
      id: 3_143_244,
      name: "Oslo",
      country: "Norway",
      countryCode: "NO",
      latitude: 59.91273,
      longitude: 10.74609,
      timezone: "Europe/Oslo",
      utcOffset: 1,
      temperature: (-1.5, 2.2),
      windSpeed: 9.4,
      weatherCode: 71,
      faults: .atFirst([.serverError])
    ),
    SamplePlace(
      id: 2_657_896,
      name: "Zürich",
      country: "Switzerland",
      countryCode: "CH",
      latitude: 47.36667,
      longitude: 8.55,
      timezone: "Europe/Zurich",
      utcOffset: 1,
      temperature: (4.3, 3.1),
      windSpeed: 6.8,
      weatherCode: 45,
      faults: .atFirst([.cutBody])
    ),
    SamplePlace(
      id: 3_448_439,
      name: "São Paulo",
      country: "Brazil",
      countryCode: "BR",
      latitude: -23.5475,
      longitude: -46.63611,
      timezone: "America/Sao_Paulo",
      utcOffset: -3,
      temperature: (22.4, 4.6),
      windSpeed: 11.2,
      weatherCode: 95,
      faults: .atFirst([.badJSON])
    ),
    SamplePlace(
      id: 184_745,
      name: "Nairobi",
      country: "Kenya",
      countryCode: "KE",
      latitude: -1.28333,
      longitude: 36.81667,
      timezone: "Africa/Nairobi",
      utcOffset: 3,
      temperature: (19.6, 5.3),
      windSpeed: 13.0,
      weatherCode: 2,
      faults: .atFirst([.serverError, .cutBody, .badJSON])
    ),
    SamplePlace(
      id: 3_413_829,
      name: "Reykjavík",
      country: "Iceland",
      countryCode: "IS",
      latitude: 64.13548,
      longitude: -21.89541,
      timezone: "Atlantic/Reykjavik",
      utcOffset: 0,
      temperature: (1.2, 0.9),
      windSpeed: 38.5,
      weatherCode: 86,
      faults: .always(.serverError)
    ),
    SamplePlace(
      id: 1_850_147,
      name: "Tokyo",
      country: "Japan",
      countryCode: "JP",
      latitude: 35.6895,
      longitude: 139.69171,
      timezone: "Asia/Tokyo",
      utcOffset: 9,
      temperature: (13.1, 4.0),
      windSpeed: 7.6,
      weatherCode: 0,
      faults: .atFirst([])
    ),
    SamplePlace(
      id: 2_179_537,
      name: "Wellington",
      country: "New Zealand",
      countryCode: "NZ",
      latitude: -41.28664,
      longitude: 174.77557,
      timezone: "Pacific/Auckland",
      utcOffset: 13,
      temperature: (15.2, 2.4),
      windSpeed: 41.0,
      weatherCode: 80,
      faults: .atFirst([.cutBody, .serverError])
    ),
    SamplePlace(
      id: 6_167_865,
      name: "Toronto",
      country: "Canada",
      countryCode: "CA",
      latitude: 43.70643,
      longitude: -79.39864,
      timezone: "America/Toronto",
      utcOffset: -5,
      temperature: (3.8, 3.7),
      windSpeed: 18.1,
      weatherCode: 3,
      faults: .atFirst([])
    ),
    SamplePlace(
      id: 2_950_159,
      name: "Berlin",
      country: "Germany",
      countryCode: "DE",
      latitude: 52.52437,
      longitude: 13.41053,
      timezone: "Europe/Berlin",
      utcOffset: 1,
      temperature: (5.0, 2.6),
      windSpeed: 14.0,
      weatherCode: 61,
      faults: .atFirst([.serverError, .serverError])
    ),
    SamplePlace(
      id: 2_988_507,
      name: "Paris",
      country: "France",
      countryCode: "FR",
      latitude: 48.85341,
      longitude: 2.3488,
      timezone: "Europe/Paris",
      utcOffset: 1,
      temperature: (8.3, 3.3),
      windSpeed: 12.2,
      weatherCode: 3,
      faults: .atFirst([.badJSON, .cutBody])
    ),
    SamplePlace(
      id: 2_643_743,
      name: "London",
      country: "United Kingdom",
      countryCode: "GB",
      latitude: 51.50853,
      longitude: -0.12574,
      timezone: "Europe/London",
      utcOffset: 0,
      temperature: (9.1, 2.0),
      windSpeed: 21.6,
      weatherCode: 53,
      faults: .atFirst([.serverError])
    ),
    SamplePlace(
      id: 5_128_581,
      name: "New York",
      country: "United States",
      countryCode: "US",
      latitude: 40.71427,
      longitude: -74.00597,
      timezone: "America/New_York",
      utcOffset: -5,
      temperature: (7.7, 4.4),
      windSpeed: 16.9,
      weatherCode: 1,
      faults: .atFirst([.cutBody])
    ),
  ]
}

/// The outcome for one city.
package struct CityReport: Hashable, Sendable {
  /// The city, as typed.
  package let city: String
  /// Its weather, or the error.
  package let outcome: Result<CityWeather, WeatherError>

  /// Creates a report of a city and its outcome.
  package init(city: String, outcome: Result<CityWeather, WeatherError>) {
    self.city = city
    self.outcome = outcome
  }

  /// The weather, if it is known.
  package var weather: CityWeather? { try? outcome.get() }

  /// The error, if there is one.
  package var error: WeatherError? {
    guard case .failure(let error) = outcome else { return nil }
    return error
  }
}

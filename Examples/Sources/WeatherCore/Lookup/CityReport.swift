/// What became of one city.
package struct CityReport: Hashable, Sendable {
  /// The city, as it was typed.
  package let city: String
  /// Its weather, or why there is none.
  package let outcome: Result<CityWeather, WeatherError>

  /// Puts a city and its outcome together.
  package init(city: String, outcome: Result<CityWeather, WeatherError>) {
    self.city = city
    self.outcome = outcome
  }

  /// The weather, if it is known.
  package var weather: CityWeather? { try? outcome.get() }

  /// What went wrong, if something did.
  package var error: WeatherError? {
    guard case .failure(let error) = outcome else { return nil }
    return error
  }
}

/// The place and the weather of a city: one row of the table.
package struct CityWeather: Hashable, Sendable {
  /// The place that was found under the city's name.
  package let place: Place
  /// The weather there.
  package let forecast: ForecastResponse

  /// Creates the weather of a place from its forecast.
  package init(place: Place, forecast: ForecastResponse) {
    self.place = place
    self.forecast = forecast
  }
}

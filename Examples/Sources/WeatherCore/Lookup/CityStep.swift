/// The progress of the lookup of one city.
package enum CityStep: Sendable {
  /// The geocoding request is running.
  case searching
  /// The place was found; the forecast request is running.
  case found(Place)
  /// This fraction of the work, from 0 to 1, is done.
  case progressed(Double)
  /// An attempt failed, and another one follows.
  case retrying(attempt: Int, of: Int, after: WeatherError)
  /// The lookup is over.
  case finished(Result<CityWeather, WeatherError>)
}

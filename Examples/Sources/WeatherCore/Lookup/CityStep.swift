/// How far the lookup of one city has come.
package enum CityStep: Sendable {
  /// The geocoding service is being asked.
  case searching
  /// The place was found; the forecast service is being asked.
  case found(Place)
  /// This part of the work, from 0 to 1, is done.
  case progressed(Double)
  /// An attempt failed, and another one follows.
  case retrying(attempt: Int, of: Int, after: WeatherError)
  /// The lookup is over.
  case finished(Result<CityWeather, WeatherError>)
}

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The addresses of the geocoding and forecast APIs, and how to request them.
package struct WeatherService: Hashable, Sendable {
  /// The address of the geocoding API.
  package let geocoding: URL
  /// The address of the forecast API.
  package let forecast: URL
  /// Advice about a city that the service does not know.
  package let unknownCityAdvice: String

  /// Open-Meteo's public servers.
  package static let live = WeatherService(
    geocoding: URL(string: "https://geocoding-api.open-meteo.com/v1/search")!,
    forecast: URL(string: "https://api.open-meteo.com/v1/forecast")!,
    unknownCityAdvice: "check the spelling, or name a larger city nearby"
  )

  /// Returns the service of a sample server on this computer.
  package static func sample(port: UInt16) -> WeatherService {
    WeatherService(
      geocoding: URL(string: "http://127.0.0.1:\(port)/v1/search")!,
      forecast: URL(string: "http://127.0.0.1:\(port)/v1/forecast")!,
      unknownCityAdvice: "check the spelling, or add --live to ask beyond the sample data"
    )
  }

  /// Requests the place with a name.
  package func search(for name: String) -> URLRequest {
    request(geocoding, ["name": name, "count": "1", "language": "en", "format": "json"])
  }

  /// Requests the weather at a place, now and in the next twelve hours.
  package func forecast(for place: Place) -> URLRequest {
    request(
      forecast,
      [
        "latitude": "\(place.latitude)", "longitude": "\(place.longitude)",
        "current": "temperature_2m,wind_speed_10m,weather_code",
        "hourly": "temperature_2m", "forecast_hours": "12", "timezone": "auto",
      ]
    )
  }

  private func request(_ url: URL, _ query: KeyValuePairs<String, String>) -> URLRequest {
    let items = query.map { URLQueryItem(name: $0.key, value: $0.value) }
    return URLRequest(url: url.appending(queryItems: items))
  }
}

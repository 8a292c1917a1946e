/// Response bodies in the format of the Open-Meteo APIs.
package enum SampleResponses {
  /// Returns the answer of the geocoding API for a known name.
  package static func search(_ place: SamplePlace) -> String {
    """
    {
      "results": [{
        "id": \(place.id),
        "name": "\(place.name)",
        "latitude": \(place.latitude),
        "longitude": \(place.longitude),
        "feature_code": "PPLC",
        "country_code": "\(place.countryCode)",
        "timezone": "\(place.timezone)",
        "country": "\(place.country)"
      }],
      "generationtime_ms": 0.5
    }
    """
  }

  /// The answer of the geocoding API for an unknown name.
  package static let searchWithoutResult = """
    {"generationtime_ms": 0.2}
    """

  /// Returns the answer of the forecast API; the time is always 20 November 2026, 11:00 UTC.
  package static func forecast(for place: SamplePlace, hours: Int) -> String {
    let now = 11 + place.utcOffset
    let range = now..<(now + hours)
    return """
      {
        "latitude": \(place.latitude),
        "longitude": \(place.longitude),
        "generationtime_ms": 0.1,
        "utc_offset_seconds": \(place.utcOffset * 3600),
        "timezone": "\(place.timezone)",
        "current_units": {
          "time": "iso8601", "interval": "seconds",
          "temperature_2m": "°C", "wind_speed_10m": "km/h", "weather_code": "wmo code"
        },
        "current": {
          "time": "\(time(now))", "interval": 900,
          "temperature_2m": \(place.temperature(atHour: now)),
          "wind_speed_10m": \(place.windSpeed),
          "weather_code": \(place.weatherCode)
        },
        "hourly_units": {"time": "iso8601", "temperature_2m": "°C"},
        "hourly": {
          "time": [\(range.map { "\"\(time($0))\"" }.joined(separator: ", "))],
          "temperature_2m": [\(range.map { "\(place.temperature(atHour: $0))" }
            .joined(separator: ", "))]
        }
      }
      """
  }

  /// Returns the answer of both APIs, with status 400, to an invalid request.
  package static func error(_ reason: String) -> String {
    """
    {"error": true, "reason": "\(reason)"}
    """
  }

  private static func time(_ hour: Int) -> String {
    let text = String(hour % 24)
    return "2026-11-\(20 + hour / 24)T\(text.count < 2 ? "0" : "")\(text):00"
  }
}

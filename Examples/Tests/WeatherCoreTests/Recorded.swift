import Foundation

@testable import WeatherCore

/// Answers as Open-Meteo documents them, and values made of them.
enum Recorded {
  static let search = """
    {"results":[{"id":2950159,"name":"Berlin","latitude":52.52437,"longitude":13.41053,\
    "elevation":74.0,"feature_code":"PPLC","country_code":"DE","admin1_id":2950157,\
    "timezone":"Europe/Berlin","population":3426354,"postcodes":["10967","13347"],\
    "country_id":2921044,"country":"Germany","admin1":"State of Berlin"}],\
    "generationtime_ms":0.5431175}
    """

  static let searchWithoutResult = #"{"generationtime_ms":0.20599365}"#

  static let forecast = """
    {"latitude":52.52,"longitude":13.419998,"generationtime_ms":0.0419616699,\
    "utc_offset_seconds":3600,"timezone":"Europe/Berlin","timezone_abbreviation":"GMT+1",\
    "elevation":38.0,"current_units":{"time":"iso8601","interval":"seconds",\
    "temperature_2m":"°C","wind_speed_10m":"km/h","weather_code":"wmo code"},\
    "current":{"time":"2026-11-20T12:00","interval":900,"temperature_2m":6.1,\
    "wind_speed_10m":14.0,"weather_code":3},\
    "hourly_units":{"time":"iso8601","temperature_2m":"°C"},\
    "hourly":{"time":["2026-11-20T12:00","2026-11-20T13:00","2026-11-20T14:00"],\
    "temperature_2m":[6.1,7.4,null]}}
    """

  static let refusal = #"{"error":true,"reason":"Latitude must be in range of -90 to 90"}"#

  /// A row of the table with these values.
  static func weather(
    _ name: String,
    _ country: String?,
    temperature: Double,
    code: Int = 3,
    next: [Double?] = [1, 2, 3]
  ) -> CityWeather {
    CityWeather(
      place: Place(name: name, country: country, latitude: 0, longitude: 0),
      forecast: ForecastResponse(
        current: .init(temperature: temperature, windSpeed: 14, weatherCode: code),
        currentUnits: .init(temperature: "°C", windSpeed: "km/h"),
        hourly: .init(temperatures: next)
      )
    )
  }
}

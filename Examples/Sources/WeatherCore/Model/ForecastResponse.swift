/// The answer of `/v1/forecast`: the weather now and in the next hours.
package struct ForecastResponse: Decodable, Hashable, Sendable {
  /// The weather now.
  package let current: Current
  /// The units of ``current``.
  package let currentUnits: Units
  /// The next hours.
  package let hourly: Hourly

  /// The weather at one moment.
  package struct Current: Decodable, Hashable, Sendable {
    /// The temperature two meters above the ground.
    package let temperature: Double
    /// The wind speed ten meters above the ground.
    package let windSpeed: Double
    /// The sky, as a number of the WMO's table 4677.
    package let weatherCode: Int

    enum CodingKeys: String, CodingKey {
      case temperature = "temperature_2m"
      case windSpeed = "wind_speed_10m"
      case weatherCode = "weather_code"
    }
  }

  /// The units of the numbers.
  package struct Units: Decodable, Hashable, Sendable {
    /// The unit of temperatures, such as `°C`.
    package let temperature: String
    /// The unit of wind speeds, such as `km/h`.
    package let windSpeed: String

    enum CodingKeys: String, CodingKey {
      case temperature = "temperature_2m"
      case windSpeed = "wind_speed_10m"
    }
  }

  /// One column of numbers per quantity, one entry per hour.
  package struct Hourly: Decodable, Hashable, Sendable {
    /// The temperatures; `nil` for an hour that the model does not cover.
    package let temperatures: [Double?]

    enum CodingKeys: String, CodingKey {
      case temperatures = "temperature_2m"
    }
  }

  enum CodingKeys: String, CodingKey {
    case current
    case currentUnits = "current_units"
    case hourly
  }
}

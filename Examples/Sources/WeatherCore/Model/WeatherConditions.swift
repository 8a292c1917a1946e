/// A description of the sky for a code of the WMO's table 4677, as used by Open-Meteo.
package struct WeatherConditions: Hashable, Sendable, CustomStringConvertible {
  /// The words, such as `light rain`.
  package let description: String

  /// Creates the description for a code; a code that is not in the table is shown as a number.
  package init(code: Int) {
    description =
      switch code {
      case 0: "clear sky"
      case 1: "mainly clear"
      case 2: "partly cloudy"
      case 3: "overcast"
      case 45: "fog"
      case 48: "freezing fog"
      case 51: "light drizzle"
      case 53: "drizzle"
      case 55: "dense drizzle"
      case 56, 57: "freezing drizzle"
      case 61: "light rain"
      case 63: "rain"
      case 65: "heavy rain"
      case 66, 67: "freezing rain"
      case 71: "light snow"
      case 73: "snow"
      case 75: "heavy snow"
      case 77: "snow grains"
      case 80: "light showers"
      case 81: "showers"
      case 82: "violent showers"
      case 85, 86: "snow showers"
      case 95: "thunderstorm"
      case 96, 99: "thunderstorm, hail"
      default: "code \(code)"
      }
  }
}

import Foundation

/// A place that the sample server knows, with its weather.
package struct SamplePlace: Hashable, Sendable, CustomStringConvertible {
  package let id: Int
  package let name: String
  package let country: String
  package let countryCode: String
  package let latitude: Double
  package let longitude: Double
  package let timezone: String
  /// Local time minus UTC, in hours.
  package let utcOffset: Int
  /// The day's mean temperature and its swing in either direction, in °C.
  package let temperature: (mean: Double, swing: Double)
  package let windSpeed: Double
  package let weatherCode: Int
  /// The faults of the server when it is told to misbehave.
  package let faults: SampleFaults

  package var description: String { "\(name), \(country)" }

  package static func == (left: SamplePlace, right: SamplePlace) -> Bool { left.id == right.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Returns whether a typed name means this place, ignoring case and accents.
  package func isCalled(_ typed: String) -> Bool {
    name.compare(typed, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
  }

  /// Returns the temperature at an hour of the local day, which is warmest at three in the
  /// afternoon.
  package func temperature(atHour hour: Int) -> Double {
    let phase = Double(hour - 15) / 24 * 2 * Double.pi
    return ((temperature.mean + temperature.swing * cos(phase)) * 10).rounded() / 10
  }
}

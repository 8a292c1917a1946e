import Foundation
import Testing

@testable import WeatherCore

@Suite("Sample data")
struct SampleDataTests {
  @Test("every default city is known", arguments: SampleData.defaultCities)
  func defaultCity(name: String) {
    #expect(SampleData.place(named: name)?.name == name)
  }

  @Test("a name is found without regard to case and accents")
  func spelling() {
    #expect(SampleData.place(named: "zurich")?.name == "Zürich")
    #expect(SampleData.place(named: "NEW YORK")?.name == "New York")
    #expect(SampleData.place(named: "Nowhereville") == nil)
  }

  @Test("no two places share an identifier, a name or a position")
  func unambiguous() {
    let places = SampleData.places
    #expect(Set(places.map(\.id)).count == places.count)
    #expect(Set(places.map(\.name)).count == places.count)
    #expect(Set(places.map { [$0.latitude, $0.longitude] }).count == places.count)
  }

  @Test("what the server sends has the shape that is read", arguments: SampleData.places)
  func shape(place: SamplePlace) throws {
    let search = try JSONDecoder().decode(
      GeocodingResponse.self,
      from: Data(SampleResponses.search(place).utf8)
    )
    #expect(search.results?.first?.name == place.name)

    let forecast = try JSONDecoder().decode(
      ForecastResponse.self,
      from: Data(SampleResponses.forecast(for: place, hours: 12).utf8)
    )
    #expect(forecast.hourly.temperatures.count == 12)
    #expect(forecast.hourly.temperatures.first == forecast.current.temperature)
    #expect(WeatherConditionsTests.documented.contains(forecast.current.weatherCode))
  }

  @Test("faults come one per request, then never or always")
  func faults() {
    let passing = SampleFaults.atFirst([.serverError, .cutBody])
    #expect((0..<3).map(passing.fault(forRequest:)) == [.serverError, .cutBody, nil])
    #expect(SampleFaults.always(.badJSON).fault(forRequest: 99) == .badJSON)
  }
}

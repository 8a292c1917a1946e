import Foundation
import Testing

@testable import WeatherCore

@Suite struct SampleDataTests {
  @Test(arguments: SampleData.defaultCities)
  func everyDefaultCityIsKnown(name: String) {
    #expect(SampleData.place(named: name)?.name == name)
  }

  @Test func aNameIsFoundWithoutRegardToCaseAndAccents() {
    #expect(SampleData.place(named: "zurich")?.name == "Zürich")
    #expect(SampleData.place(named: "NEW YORK")?.name == "New York")
    #expect(SampleData.place(named: "Nowhereville") == nil)
  }

  @Test func noTwoPlacesShareAnIdentifierANameOrAPosition() {
    let places = SampleData.places
    #expect(Set(places.map(\.id)).count == places.count)
    #expect(Set(places.map(\.name)).count == places.count)
    #expect(Set(places.map { [$0.latitude, $0.longitude] }).count == places.count)
  }

  @Test(arguments: SampleData.places)
  func whatTheServerSendsHasTheShapeThatIsRead(place: SamplePlace) throws {
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

  @Test func faultsComeOnePerRequestThenNeverOrAlways() {
    let passing = SampleFaults.atFirst([.serverError, .cutBody])
    #expect((0..<3).map(passing.fault(forRequest:)) == [.serverError, .cutBody, nil])
    #expect(SampleFaults.always(.badJSON).fault(forRequest: 99) == .badJSON)
  }
}

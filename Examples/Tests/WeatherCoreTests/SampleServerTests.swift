import Foundation
import Testing
import Transfers

@testable import WeatherCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct SampleServerTests {
  private let session = URLSession(configuration: .ephemeral)

  @Test func itAnswersASearchAndAForecast() async throws {
    let server = try await SampleServer.start()
    defer { server.stop() }

    let (search, _) = try await session.data(for: server.service.search(for: "são paulo"))
    let place = try #require(
      WeatherError.decode(GeocodingResponse.self, from: search).results?.first
    )
    #expect(place.name == "São Paulo")

    let (body, _) = try await session.data(for: server.service.forecast(for: place))
    let forecast = try WeatherError.decode(ForecastResponse.self, from: body)
    #expect(forecast.hourly.temperatures.count == 12)
  }

  @Test func itKnowsNoCityButItsOwn() async throws {
    let server = try await SampleServer.start()
    defer { server.stop() }
    let (body, _) = try await session.data(for: server.service.search(for: "Nowhereville"))
    #expect(try WeatherError.decode(GeocodingResponse.self, from: body).results == nil)
  }

  @Test func itRefusesAPositionThatItHasNoSampleFor() async throws {
    let server = try await SampleServer.start()
    defer { server.stop() }
    let place = Place(name: "Null Island", country: nil, latitude: 0, longitude: 0)
    let (body, response) = try await session.data(for: server.service.forecast(for: place))
    let http = try #require(response as? HTTPURLResponse)
    let error = WeatherError(describing: HTTPStatusError(response: http, body: body))
    #expect(error.problem == "the server answered 400 (No sample for this position)")
  }

  @Test func itMisbehavesInTheOrderOfThePlacesFaultsThenRecovers() async throws {
    let server = try await SampleServer.start(misbehaving: true)
    defer { server.stop() }
    #expect(
      SampleData.place(named: "Nairobi")?.faults == .atFirst([.serverError, .cutBody, .badJSON])
    )
    let request = server.service.search(for: "Nairobi")

    let (_, refusal) = try await session.data(for: request)
    #expect((refusal as? HTTPURLResponse)?.statusCode == 500)

    let cut = await #expect(throws: URLError.self) { try await session.data(for: request) }
    #expect(cut.map { WeatherError(describing: $0).code } == .broken)

    let (garbage, response) = try await session.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(throws: WeatherError.self) {
      try WeatherError.decode(GeocodingResponse.self, from: garbage)
    }

    let (body, _) = try await session.data(for: request)
    #expect(
      try WeatherError.decode(GeocodingResponse.self, from: body).results?.first?.name == "Nairobi"
    )
  }
}

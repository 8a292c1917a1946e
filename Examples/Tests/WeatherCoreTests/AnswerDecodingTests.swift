import Foundation
import Testing
import Transfers

@testable import WeatherCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct AnswerDecodingTests {
  private func decode<Answer: Decodable>(_ type: Answer.Type, _ text: String) throws -> Answer {
    try WeatherError.decode(type, from: Data(text.utf8))
  }

  @Test func aSearchAnswerGivesTheFirstPlace() throws {
    let place = try #require(decode(GeocodingResponse.self, Recorded.search).results?.first)
    #expect(
      place == Place(name: "Berlin", country: "Germany", latitude: 52.52437, longitude: 13.41053)
    )
  }

  @Test func aSearchWithoutResultIsNotAnError() throws {
    #expect(try decode(GeocodingResponse.self, Recorded.searchWithoutResult).results == nil)
  }

  @Test func aForecastAnswerGivesTheWeatherNowItsUnitsAndTheNextHours() throws {
    let forecast = try decode(ForecastResponse.self, Recorded.forecast)
    #expect(forecast.current == .init(temperature: 6.1, windSpeed: 14, weatherCode: 3))
    #expect(forecast.currentUnits == .init(temperature: "°C", windSpeed: "km/h"))
    #expect(forecast.hourly.temperatures == [6.1, 7.4, nil])
  }

  @Test(arguments: [
    ("<html>Oops", "the server's answer was not JSON"),
    (#"{"current":"#, "the server's answer was not JSON"),
    ("{}", #"the server's answer has no "current""#),
    (
      Recorded.forecast.replacing("6.1,\"wind", with: "\"6.1\",\"wind"),
      #"the server's answer has no usable "current.temperature_2m""#
    ),
  ]
  )
  func anAnswerThatCannotBeReadSaysWhy(body: String, problem: String) {
    let error = #expect(throws: WeatherError.self) { try decode(ForecastResponse.self, body) }
    #expect(error?.code == .unreadable)
    #expect(error?.problem == problem)
    #expect(error?.isTransient == true)
  }

  @Test(arguments: [
    (500, "", WeatherError.Code.serverTrouble, "the server answered 500"),
    (429, "", .serverTrouble, "the server answered 429"),
    (404, "<html>", .refused, "the server answered 404"),
    (
      400, Recorded.refusal, .refused,
      "the server answered 400 (Latitude must be in range of -90 to 90)"
    ),
  ]
  )
  func aStatusOtherThanSuccessIsAnErrorWhichMayOrMayNotPass(
    status: Int,
    body: String,
    code: WeatherError.Code,
    problem: String
  ) throws {
    let response = try #require(answer(status: status))
    let error = WeatherError(
      describing: HTTPStatusError(response: response, body: Data(body.utf8))
    )
    #expect(error.code == code)
    #expect(error.problem == problem)
    #expect(error.isTransient == (code == .serverTrouble))
  }

  private func answer(status: Int) -> HTTPURLResponse? {
    HTTPURLResponse(
      url: WeatherService.live.forecast,
      statusCode: status,
      httpVersion: nil,
      headerFields: nil
    )
  }
}

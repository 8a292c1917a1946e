import Foundation
import Transfers
import Workflows

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client that builds workflows, each of which makes one request to a weather service.
package struct WeatherClient: Sendable {
  /// The service to request.
  package let service: WeatherService

  private let session: TransferSession

  /// Creates a client of a service, with enough connections that no request waits for one.
  package init(service: WeatherService, connections: Int = 6) {
    self.service = service
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connections
    session = TransferSession(configuration: configuration)
  }

  /// Finds the place with a name.
  package func findPlace() -> Workflow<String, Place> {
    Workflow("find place") {
      FetchData(session: session) { (name: String) in service.search(for: name) }
      ReadAnswer<GeocodingResponse>()
      Perform("choose") { (answer: GeocodingResponse) in
        guard let place = answer.results?.first else {
          throw WeatherError.unknownCity(advice: service.unknownCityAdvice)
        }
        return place
      }
    }
  }

  /// Requests the weather at a place.
  package func askForecast() -> Workflow<Place, ForecastResponse> {
    Workflow("ask forecast") {
      FetchData(session: session) { (place: Place) in service.forecast(for: place) }
      ReadAnswer<ForecastResponse>()
    }
  }
}

/// A step that decodes an answer; one that cannot be decoded becomes a ``WeatherError``.
private struct ReadAnswer<Answer: Decodable & Sendable>: Step {
  var weight: Double { 0.1 }

  func run(_ data: Data, in context: StepContext) async throws -> Answer {
    try WeatherError.decode(Answer.self, from: data)
  }
}

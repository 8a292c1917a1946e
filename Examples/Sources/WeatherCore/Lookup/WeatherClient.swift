import Foundation
import Futures
import FuturesFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks a weather service one question at a time, each answer being a future.
package struct WeatherClient: Sendable {
  /// The service that is asked.
  package let service: WeatherService

  private let session: URLSession

  /// Makes a client of a service, with so many connections that no request waits for one.
  package init(service: WeatherService, connections: Int = 6) {
    self.service = service
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connections
    session = URLSession(configuration: configuration)
  }

  /// The place that has a name; the token ends the request.
  package func place(
    named name: String,
    cancellation: CancellationToken = .none
  ) -> Future<Place, WeatherError> {
    answer(to: service.search(for: name), cancellation)
      .tryMap { (response: GeocodingResponse) throws(WeatherError) in
        guard let place = response.results?.first else {
          throw .unknownCity(advice: service.unknownCityAdvice)
        }
        return place
      }
  }

  /// The weather at a place; the token ends the request.
  package func forecast(
    for place: Place,
    cancellation: CancellationToken = .none
  ) -> Future<ForecastResponse, WeatherError> {
    answer(to: service.forecast(for: place), cancellation)
  }

  /// Sends a request and reads the answer; whatever goes wrong becomes a ``WeatherError``.
  private func answer<Answer: Decodable & Sendable>(
    to request: URLRequest,
    _ cancellation: CancellationToken
  ) -> Future<Answer, WeatherError> {
    session.futureData(for: request, cancellation: cancellation)
      .mapError(WeatherError.init(transport:))
      .tryMap { (data, response) throws(WeatherError) in
        try WeatherError.check(response, data)
        return try WeatherError.decode(Answer.self, from: data)
      }
  }
}

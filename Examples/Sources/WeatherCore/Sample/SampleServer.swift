import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A loopback HTTP server that answers as the Open-Meteo APIs do, from ``SampleData``.
///
/// ```swift
/// let server = try await SampleServer.start()
/// defer { server.stop() }
/// print(server.service.geocoding)  // http://127.0.0.1:40613/v1/search
/// ```
package final class SampleServer: Sendable {
  /// The addresses at which the server listens.
  package let service: WeatherService

  private let running: Task<Void, any Error>

  private init(service: WeatherService, running: Task<Void, any Error>) {
    self.service = service
    self.running = running
  }

  /// Starts a server on a free port of the loopback interface.
  ///
  /// - Parameters:
  ///   - misbehaving: Whether places answer with their ``SamplePlace/faults`` first.
  ///   - pause: A closure that runs before every answer; pass one that sleeps to simulate a slow
  ///     network.
  /// - Returns: The server, ready for requests; it stops when it is released.
  /// - Throws: A ``WeatherError`` when no port can be opened.
  package static func start(
    misbehaving: Bool = false,
    pause: @escaping @Sendable (SamplePlace?) async throws -> Void = { _ in }
  ) async throws -> SampleServer {
    LoopbackProxy.bypass()
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    let script = FaultScript(isOn: misbehaving)

    await server.appendRoute("GET /v1/search") { request in
      let place = request.query["name"].flatMap(SampleData.place(named:))
      try await pause(place)
      guard let place else { return .json(SampleResponses.searchWithoutResult) }
      return .json(SampleResponses.search(place), fault: script.nextFault(for: place))
    }
    await server.appendRoute("GET /v1/forecast") { request in
      guard
        let latitude = request.query["latitude"].flatMap(Double.init),
        let longitude = request.query["longitude"].flatMap(Double.init),
        let place = SampleData.place(latitude: latitude, longitude: longitude)
      else {
        return .json(SampleResponses.error("No sample for this position"), status: .badRequest)
      }
      try await pause(place)
      let hours = request.query["forecast_hours"].flatMap(Int.init) ?? 24
      return .json(
        SampleResponses.forecast(for: place, hours: min(max(hours, 1), 48)),
        fault: script.nextFault(for: place)
      )
    }

    let running = Task { try await server.run() }
    try? await server.waitUntilListening()
    guard case .ip4(_, let port) = await server.listeningAddress else {
      running.cancel()
      throw WeatherError(
        .broken,
        "the sample server could not listen on 127.0.0.1",
        advice: "try again, or add --live to do without it"
      )
    }
    return SampleServer(service: .sample(port: port), running: running)
  }

  /// A pause before each answer that simulates a network.
  package static let latency: @Sendable (SamplePlace?) async throws -> Void = { place in
    try await Task.sleep(for: .milliseconds(120 + (place?.id ?? 0) % 7 * 40))
  }

  /// Closes the port and every connection.
  package func stop() {
    running.cancel()
  }

  deinit {
    running.cancel()
  }
}

/// A counter of the requests for each place, which determines the next fault.
private final class FaultScript: Sendable {
  private let isOn: Bool
  private let requests = Mutex<[SamplePlace: Int]>([:])

  init(isOn: Bool) {
    self.isOn = isOn
  }

  func nextFault(for place: SamplePlace) -> SampleFault? {
    guard isOn else { return nil }
    let number = requests.withLock { requests in
      defer { requests[place, default: 0] += 1 }
      return requests[place, default: 0]
    }
    return place.faults.fault(forRequest: number)
  }
}

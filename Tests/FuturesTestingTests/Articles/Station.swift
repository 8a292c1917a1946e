// The code of the article "Testing async code", word for word: `scripts/check-code.py` compares
// the two.

import Futures

struct Weather: Sendable, Equatable { let degrees: Int }

struct Unavailable: Error {}

struct Station: Sendable {
  var fetch: @Sendable (_ city: String) async throws -> Weather
  var clock: any Clock<Duration> = ContinuousClock()

  /// Makes up to three attempts, with pauses of one and two seconds.
  func weather(in city: String) async throws -> Weather {
    for attempt in 1...2 {
      do { return try await fetch(city) } catch is Unavailable {}
      try await clock.sleep(for: .seconds(attempt))
    }
    return try await fetch(city)
  }

  /// Waits ten seconds at most.
  func currentWeather(in city: String) async throws -> Weather {
    try await withTimeout(.seconds(10), clock: clock) {
      try await fetch(city)
    }
  }

  /// Looks once a minute.
  func waitForFrost(in city: String) async throws {
    while try await fetch(city).degrees >= 0 {
      try await clock.sleep(for: .seconds(60))
    }
  }
}

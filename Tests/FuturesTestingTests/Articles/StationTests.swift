// Tests of the article "Testing async code".

import Futures
import FuturesTesting
import Testing

struct StationTests {
  private let clock = ManualClock()
  private let fetches = ManualCalls<String, Weather, any Error>()
  private let station: Station

  init() {
    let fetches = fetches
    station = Station(
      fetch: { city in try await fetches.value(for: city) },
      clock: clock
    )
  }

  @Test func makesASecondAttemptAfterAPause() async throws {
    async let weather = station.weather(in: "Oslo")

    try await fetches.waitForCalls()
    try fetches.fail(Unavailable())
    try await clock.waitForTimer(dueIn: .seconds(1))
    clock.advance(by: .seconds(1))

    try await fetches.waitForCalls()
    try fetches.succeed(Weather(degrees: 7))
    #expect(try await weather == Weather(degrees: 7))
    #expect(fetches.inputs == ["Oslo", "Oslo"])
  }

  @Test func waitsTenSecondsAtMost() async throws {
    let weather = Task { try await station.currentWeather(in: "Oslo") }

    try await clock.waitForTimer(dueIn: .seconds(10))
    clock.advance(by: .seconds(10))
    await #expect(throws: TimeoutError.self) { try await weather.value }
  }
}

extension StationTests {
  @Test func cancellingTheTaskEndsThePause() async throws {
    let frost = Task { try await station.waitForFrost(in: "Oslo") }

    try await fetches.waitForCalls()
    try fetches.succeed(Weather(degrees: 3))
    try await clock.waitForTimer(dueIn: .seconds(60))
    frost.cancel()
    await #expect(throws: CancellationError.self) {
      try await frost.value
    }
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func looksOnceAMinute() async throws {
    async let frost: Void = station.waitForFrost(in: "Oslo")

    for degrees in [3, 1] {
      try await fetches.waitForCalls()
      try fetches.succeed(Weather(degrees: degrees))
      try await clock.waitForTimer(dueIn: .seconds(60))
      clock.advance(by: .seconds(60))
    }
    try await fetches.waitForCalls()
    try fetches.succeed(Weather(degrees: -1))
    try await frost
    #expect(clock.now.offset == .seconds(120))
  }

  @Test func cancellingTheTaskEndsTheCall() async throws {
    let weather = Task { try await station.weather(in: "Oslo") }

    try await fetches.waitForCalls()
    weather.cancel()
    await #expect(throws: CancellationError.self) {
      try await weather.value
    }
    #expect(fetches.pendingCount == 0)
  }
}

@Test func threeAttemptsAreTheMost() async {
  let clock = ImmediateClock()
  let station = Station(
    fetch: { _ in throw Unavailable() },
    clock: clock
  )

  await #expect(throws: Unavailable.self) {
    try await station.weather(in: "Oslo")
  }
  #expect(clock.now.offset == .seconds(1 + 2))
}

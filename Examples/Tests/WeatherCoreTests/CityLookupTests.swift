import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

@testable import WeatherCore

@Suite struct CityLookupTests {
  private let recorder = StepRecorder()

  private func lookup(
    _ service: WeatherService,
    cancellation: CancellationToken = .never,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> CityLookup {
    CityLookup(
      client: WeatherClient(service: service),
      policy: .weather(backoff: .none),
      timeout: .seconds(10),
      clock: clock,
      cancellation: cancellation,
      observe: recorder.observe
    )
  }

  @Test func everyCityGetsItsReportInTheOrderAskedFor() async throws {
    let server = try await SampleServer.start()
    let reports = await lookup(server.service)
      .reports(on: SampleData.defaultCities, maxConcurrent: 3).value
    #expect(reports.map(\.city) == SampleData.defaultCities)
    #expect(reports.map(\.weather?.place.name) == SampleData.defaultCities)
    #expect(recorder.mostAtWork == 3)
  }

  @Test func anUnknownCityFailsAloneAndIsNotTriedAgain() async throws {
    let server = try await SampleServer.start()
    let reports = await lookup(server.service)
      .reports(on: ["Oslo", "Nowhereville", "Tokyo"], maxConcurrent: 2).value
    #expect(reports.map { $0.weather?.place.name } == ["Oslo", nil, "Tokyo"])
    #expect(reports[1].error?.code == .unknownCity)
    #expect(
      reports[1].error?.description
        == "Nowhereville: no city of this name is known; "
        + "check the spelling, or add --live to ask beyond the sample data"
    )
    #expect(recorder.retries(of: "Nowhereville") == [])
  }

  @Test func faultsThatPassAreSurvivedOneThatStaysIsReported() async throws {
    let server = try await SampleServer.start(misbehaving: true)
    let reports = await lookup(server.service)
      .reports(on: SampleData.defaultCities, maxConcurrent: 4).value
    #expect(reports.filter { $0.weather == nil }.map(\.city) == ["Reykjavík"])
    #expect(
      reports.compactMap(\.error?.description) == [
        "Reykjavík: gave up after 4 attempts: the server answered 500; try again in a few minutes"
      ]
    )
    #expect(
      recorder.retries(of: "Nairobi") == [
        "2 of 4: serverTrouble", "3 of 4: broken", "4 of 4: unreadable",
      ]
    )
    #expect(recorder.retries(of: "Reykjavík").count == 3)
    #expect(recorder.retries(of: "Tokyo") == [])
  }

  @Test(.timeLimit(.minutes(10)))
  func cancellingEndsTheRequestsUnderWayAndThoseStillToCome() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let server = try await SampleServer.start { _ in
      arrival.yield()
      try await Task.sleep(for: .seconds(3600))
    }
    let source = CancellationSource()
    let reports = lookup(server.service, cancellation: source.token)
      .reports(on: SampleData.defaultCities, maxConcurrent: 2)

    var requests = arrivals.makeAsyncIterator()
    await requests.next()
    await requests.next()
    source.cancel()

    #expect(
      await reports.value.map(\.error?.code)
        == SampleData.defaultCities.map { _ in .cancelled }
    )
  }

  @Test func theTraceHasARunForEachCityAndASpanForEachAttempt() async throws {
    let server = try await SampleServer.start(misbehaving: true)
    let trace = Trace()
    let lookup = CityLookup(
      client: WeatherClient(service: server.service),
      policy: .weather(backoff: .none),
      trace: trace
    )
    _ = await lookup.reports(on: ["Oslo", "Tokyo"], maxConcurrent: 2).value
    let tries = trace.spans.filter { $0.name == "find place" }
    // The first one is the step as a whole.
    #expect(tries.filter { $0.tag == "Tokyo" }.map(\.attempt).dropFirst() == [1])
    #expect(tries.filter { $0.tag == "Oslo" }.map(\.attempt).dropFirst() == [1, 2])
  }

  @Test(
    .timeLimit(.minutes(10))
  )
  func aServerThatKeepsSilentIsGivenUpAfterFourTimesTheLimit() async throws {
    let server = try await SampleServer.start { _ in
      try await Task.sleep(for: .seconds(3600))
    }
    let clock = ManualClock()
    let reports = lookup(server.service, clock: clock).reports(on: ["Oslo"], maxConcurrent: 1)

    for attempt in 1...4 {
      try await clock.waitForPendingTimers()
      #expect(recorder.retries(of: "Oslo").count == attempt - 1)
      clock.advance(by: .seconds(9))
      #expect(!reports.isSettled)
      clock.advance(by: .seconds(1))
    }
    #expect(await reports.value.map(\.error?.code) == [.timedOut])
    #expect(recorder.retries(of: "Oslo").count == 3)
  }

  @Test func aServerThatIsGoneIsReportedAsSuch() async throws {
    let report = await lookup(.sample(port: 1)).reports(on: ["Oslo"], maxConcurrent: 1).value
    #expect(
      report.map(\.error?.description) == [
        "Oslo: gave up after 4 attempts: 127.0.0.1 could not be reached; "
          + "check the network connection"
      ]
    )
  }
}

import Foundation
import Testing

@testable import WeatherCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct WeatherErrorTests {
  @Test func theTextNamesTheCityTheProblemAndTheRemedy() {
    let error = WeatherError.unknownCity(advice: "check the spelling")
      .about("Nowhereville", attempts: 1)
    #expect("\(error)" == "Nowhereville: no city of this name is known; check the spelling")
  }

  @Test func theTextCountsTheAttemptsWhenThereWereSeveral() {
    let error = WeatherError(.serverTrouble, "the server answered 500", advice: "try again later")
    #expect(
      "\(error.about("Oslo", attempts: 4))"
        == "Oslo: gave up after 4 attempts: the server answered 500; try again later"
    )
  }

  @Test func theTextDoesNotCountAttemptsThatTheFailureHasNothingToDoWith() {
    let error = WeatherError.unknownCity(advice: "check the spelling")
      .about("Nowhereville", attempts: 2)
    #expect("\(error)" == "Nowhereville: no city of this name is known; check the spelling")
  }

  @Test func controlCharactersFromTheNetworkDoNotReachTheTerminal() {
    let error = WeatherError(.refused, "\u{1B}[2Jno\u{7}\u{9B}\n", advice: "wait")
    #expect(error.problem == "[2Jno")
  }

  @Test func aCancelledRequestIsACancellationNotAFailureToRetry() {
    for error: any Error in [CancellationError(), URLError(.cancelled)] {
      let error = WeatherError(describing: error)
      #expect(error.isCancellation)
      #expect(!error.isTransient)
    }
  }

  @Test(arguments: [
    URLError.Code.networkConnectionLost, .cannotConnectToHost, .cannotFindHost, .timedOut,
    .secureConnectionFailed,
  ]
  )
  func aBrokenConnectionIsWorthAnotherAttempt(code: URLError.Code) {
    #expect(WeatherError(describing: URLError(code)).isTransient)
  }

  @Test func aTimeLimitIsWrittenOut() {
    #expect(
      WeatherError.noAnswer(within: .seconds(10)).problem
        == "the server did not answer within 10 seconds"
    )
  }
}

import Foundation
import Testing

@testable import WeatherCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Weather errors")
struct WeatherErrorTests {
  @Test("the text names the city, the problem and the remedy")
  func textOfASingleAttempt() {
    let error = WeatherError.unknownCity(advice: "check the spelling")
      .about("Nowhereville", attempts: 1)
    #expect("\(error)" == "Nowhereville: no city of this name is known; check the spelling")
  }

  @Test("the text counts the attempts when there were several")
  func textOfSeveralAttempts() {
    let error = WeatherError(.serverTrouble, "the server answered 500", advice: "try again later")
    #expect(
      "\(error.about("Oslo", attempts: 4))"
        == "Oslo: gave up after 4 attempts: the server answered 500; try again later"
    )
  }

  @Test("the text does not count attempts that the failure has nothing to do with")
  func textOfAFinalFailure() {
    let error = WeatherError.unknownCity(advice: "check the spelling")
      .about("Nowhereville", attempts: 2)
    #expect("\(error)" == "Nowhereville: no city of this name is known; check the spelling")
  }

  @Test("control characters from the network do not reach the terminal")
  func controlCharacters() {
    let error = WeatherError(.refused, "\u{1B}[2Jno\u{7}\u{9B}\n", advice: "wait")
    #expect(error.problem == "[2Jno")
  }

  @Test("a cancelled request is a cancellation, not a failure to retry")
  func cancellation() {
    for error: any Error in [CancellationError(), URLError(.cancelled)] {
      let error = WeatherError(describing: error)
      #expect(error.isCancellation)
      #expect(!error.isTransient)
    }
  }

  @Test(
    "a broken connection is worth another attempt",
    arguments: [
      URLError.Code.networkConnectionLost, .cannotConnectToHost, .cannotFindHost, .timedOut,
      .secureConnectionFailed,
    ]
  )
  func brokenConnection(code: URLError.Code) {
    #expect(WeatherError(describing: URLError(code)).isTransient)
  }

  @Test("a time limit is written out")
  func timeLimit() {
    #expect(
      WeatherError.noAnswer(within: .seconds(10)).problem
        == "the server did not answer within 10 seconds"
    )
  }
}

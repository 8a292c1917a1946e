import Foundation
import Futures
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RetryAfterTests {
  private static let now = "Sun, 06 Nov 1994 08:49:37 GMT"

  private func error(_ status: Int, _ fields: [String: String]) throws -> HTTPStatusError {
    let url = try #require(URL(string: "http://localhost/"))
    let response = HTTPURLResponse(
      url: url,
      statusCode: status,
      httpVersion: "HTTP/1.1",
      headerFields: fields
    )
    return HTTPStatusError(response: try #require(response))
  }

  @Test(arguments: [
    ("0", 0), ("120", 120), (" 7 ", 7),
    ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
    ("Sunday, 06-Nov-94 08:50:37 GMT", 60),
    ("Sun Nov  6 08:50:37 1994", 60),
    ("Mon, 07 Nov 1994 08:49:37 GMT", 86_400),
    ("Wed, 28 Feb 1996 08:49:37 GMT", 479 * 86_400),
    ("Fri, 01 Mar 1996 08:49:37 GMT", 481 * 86_400),
    ("Sun, 06 Nov 1994 08:49:36 GMT", 0),
    ("Sat, 01 Jan 1994 00:00:00 GMT", 0),
  ]
  )
  func isANumberOfSecondsOrADateInOneOfThreeForms(_ value: String, _ seconds: Int) throws {
    let error = try error(503, ["Retry-After": value, "Date": Self.now])
    #expect(error.retryAfter == .seconds(seconds))
  }

  @Test func agreesWithTheCalendarOfFoundationAboutEveryMonthForACentury() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let names = ["Jan", "Mar", "May", "Dec"]
    for year in stride(from: 1995, through: 2090, by: 1) {
      for (month, name) in zip([1, 3, 5, 12], names) {
        let date = try #require(
          calendar.date(from: DateComponents(year: year, month: month, day: 1))
        )
        let value = "Sun, 01 \(name) \(year) 00:00:00 GMT"
        let error = try error(503, ["Retry-After": value, "Date": Self.now])
        let seconds = Int(date.timeIntervalSince1970) - 784_111_777
        #expect(error.retryAfter == .seconds(seconds))
      }
    }
  }

  @Test(arguments: [
    "", "-1", "+1", "1.5", "soon", "１２", "Sun, 06 Nov 1994 08:49:37", "0x10",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 994 08:49:37 GMT",
  ]
  )
  func isNothingIfItIsMalformed(_ value: String) throws {
    #expect(try error(503, ["Retry-After": value, "Date": Self.now]).retryAfter == nil)
  }

  @Test func isNothingWithoutTheFieldAndFiniteHoweverLargeItIs() throws {
    #expect(try error(503, [:]).retryAfter == nil)
    let large = try error(503, ["Retry-After": String(repeating: "9", count: 40)])
    #expect(try #require(large.retryAfter) > .seconds(3_000_000_000))
    let past = try error(503, ["Retry-After": Self.now])
    #expect(past.retryAfter == .zero)
    let malformedDate = try error(503, ["Retry-After": Self.now, "Date": "today"])
    #expect(malformedDate.retryAfter == .zero)
  }

  @Test(arguments: [429, 503])
  func makesThePauseOfATransferThatIsToldToWaitLonger(_ status: Int) throws {
    let error = try error(status, ["Retry-After": "30"])
    let policy = RetryPolicy.transfers(backoff: .constant(.seconds(1)), jitter: .none)
    #expect(policy.pause(after: 1, error: error) == .seconds(30))
    #expect(policy.pause(after: 1) == .seconds(1))
    let slower = RetryPolicy.transfers(backoff: .constant(.seconds(40)), jitter: .none)
    #expect(slower.pause(after: 1, error: error) == .seconds(40))
  }

  @Test(arguments: [408, 500, 502, 504])
  func ofAnotherStatusDoesNot(_ status: Int) throws {
    let error = try error(status, ["Retry-After": "30"])
    #expect(RetryPolicy.transfers(backoff: .none).pause(after: 1, error: error) == .zero)
  }

  @Test func hasAnUpperBound() throws {
    let error = try error(503, ["Retry-After": "86400"])
    #expect(RetryPolicy.transfers().pause(after: 1, error: error) == .seconds(60))
    let patient = RetryPolicy.transfers(maximumRetryAfter: .seconds(3600))
    #expect(patient.pause(after: 1, error: error) == .seconds(3600))
    let deaf = RetryPolicy.transfers(backoff: .none, maximumRetryAfter: .zero)
    #expect(deaf.pause(after: 1, error: error) == .zero)
    #expect(deaf.pause(after: 1, error: URLError(.timedOut)) == .zero)
  }
}

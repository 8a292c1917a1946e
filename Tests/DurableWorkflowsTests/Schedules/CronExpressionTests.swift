import DurableWorkflows
import Foundation
import Testing

/// The meaning of expressions, with and without time zones.
@Suite
struct CronExpressionTests {
  private let utc = TimeZone.gmt

  private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  /// Returns the first times after a time.
  private func times(
    _ text: String,
    after start: String,
    in zone: TimeZone = .gmt,
    rules: DaylightSavingRules = DaylightSavingRules(),
    count: Int = 3
  ) throws -> [String] {
    let expression = try CronExpression(text)
    var date = try date(start)
    var found: [String] = []
    for _ in 1...count {
      guard let next = expression.next(after: date, in: zone, rules: rules) else { break }
      #expect(next > date)
      found.append(next.formatted(.iso8601))
      date = next
    }
    return found
  }

  @Test(arguments: [
    ("*/20 * * * *", ["2026-02-27T22:40:00Z", "2026-02-27T23:00:00Z", "2026-02-27T23:20:00Z"]),
    ("30 2 * * mon-fri", ["2026-03-02T02:30:00Z", "2026-03-03T02:30:00Z", "2026-03-04T02:30:00Z"]),
    ("0 0 13 * 5", ["2026-03-06T00:00:00Z", "2026-03-13T00:00:00Z", "2026-03-20T00:00:00Z"]),
    ("0 0 */2 * 1", ["2026-03-09T00:00:00Z", "2026-03-23T00:00:00Z", "2026-04-13T00:00:00Z"]),
    ("0 0 29 2 *", ["2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z", "2036-02-29T00:00:00Z"]),
    ("0 12 31 * *", ["2026-03-31T12:00:00Z", "2026-05-31T12:00:00Z", "2026-07-31T12:00:00Z"]),
    ("7/9 9 * Mar *", ["2026-03-01T09:07:00Z", "2026-03-01T09:16:00Z", "2026-03-01T09:25:00Z"]),
    ("0 0 * * fri-sun", ["2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z", "2026-03-06T00:00:00Z"]),
    ("0 0 * * 7", ["2026-03-01T00:00:00Z", "2026-03-08T00:00:00Z", "2026-03-15T00:00:00Z"]),
    ("5-5 4 9,1 1,6 *", ["2026-06-01T04:05:00Z", "2026-06-09T04:05:00Z", "2027-01-01T04:05:00Z"]),
    ("@hourly", ["2026-02-27T23:00:00Z", "2026-02-28T00:00:00Z", "2026-02-28T01:00:00Z"]),
    ("@Daily", ["2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"]),
    ("@weekly", ["2026-03-01T00:00:00Z", "2026-03-08T00:00:00Z", "2026-03-15T00:00:00Z"]),
    ("@monthly", ["2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z", "2026-05-01T00:00:00Z"]),
    ("@annually", ["2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z", "2029-01-01T00:00:00Z"]),
  ])
  func timesFollowADate(text: String, expected: [String]) throws {
    #expect(try times(text, after: "2026-02-27T22:20:00Z") == expected)
  }

  @Test func theNextTimeIsLaterAndThePreviousOneIsEarlier() throws {
    let expression = try CronExpression("0 9 * * *")
    let nine = try date("2026-05-04T09:00:00Z")
    let day: TimeInterval = 86_400
    #expect(expression.next(after: nine, in: utc) == nine + day)
    #expect(expression.next(after: nine - 0.001, in: utc) == nine)
    #expect(expression.previous(before: nine, in: utc) == nine - day)
    #expect(expression.previous(before: nine + 0.001, in: utc) == nine)
  }

  @Test func thePreviousTimeIsFoundAfterAPauseOfYears() throws {
    let expression = try CronExpression("* 3 29 2 *")
    let found = expression.previous(before: try date("2031-05-04T09:00:00Z"), in: utc)
    #expect(found?.formatted(.iso8601) == "2028-02-29T03:59:00Z")
  }

  @Test func aTimeZoneShiftsTheTimes() throws {
    let found = try times("0 9 * * *", after: "2026-10-23T12:00:00Z", in: zone("Europe/Berlin"))
    // Daylight saving time ends on the 25th.
    #expect(found == ["2026-10-24T07:00:00Z", "2026-10-25T08:00:00Z", "2026-10-26T08:00:00Z"])
  }

  // MARK: - Clocks that are set

  @Test(arguments: ["30 2 * * *", "15,45 2 * * *", "*/20 2 * * *"])
  func skippedTimesHappenOnceInTheMomentAfter(text: String) throws {
    let found = try times(text, after: "2026-03-29T00:00:00Z", in: zone("Europe/Berlin"), count: 1)
    #expect(found == ["2026-03-29T01:00:00Z"])
    let second = try times(text, after: "2026-03-29T01:00:00Z", in: zone("Europe/Berlin"), count: 1)
    #expect(try #require(second.first) >= "2026-03-30T00:00:00Z")
  }

  @Test func skippedTimesAreLeftOutIfTheRulesSaySo() throws {
    let rules = DaylightSavingRules(skippedTimes: .skipped)
    let found = try times(
      "30 2 * * *",
      after: "2026-03-28T12:00:00Z",
      in: zone("Europe/Berlin"),
      rules: rules,
      count: 2
    )
    #expect(found == ["2026-03-30T00:30:00Z", "2026-03-31T00:30:00Z"])
  }

  @Test func repeatedTimesHappenTheFirstTimeOnly() throws {
    let berlin = try zone("Europe/Berlin")
    let found = try times("30 2 * * *", after: "2026-10-25T00:00:00Z", in: berlin, count: 2)
    #expect(found == ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"])
    // The same holds in the second of the two hours.
    let later = try times("*/20 2 * * *", after: "2026-10-25T01:05:00Z", in: berlin, count: 1)
    #expect(later == ["2026-10-26T01:00:00Z"])
  }

  @Test func repeatedTimesHappenTwiceIfTheRulesSaySo() throws {
    let rules = DaylightSavingRules(repeatedTimes: .twice)
    let found = try times(
      "30 2 * * *",
      after: "2026-10-25T00:00:00Z",
      in: zone("Europe/Berlin"),
      rules: rules
    )
    #expect(found == ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-26T01:30:00Z"])
  }

  @Test func anExpressionForEachHourIsNotLateAfterASkippedHour() throws {
    let found = try times("9 * * * *", after: "2026-03-29T00:30:00Z", in: zone("Europe/Berlin"))
    #expect(found == ["2026-03-29T01:09:00Z", "2026-03-29T02:09:00Z", "2026-03-29T03:09:00Z"])
  }

  @Test func anExpressionForEachHourHappensInTheRepeatedHourToo() throws {
    let found = try times("0 * * * *", after: "2026-10-24T23:30:00Z", in: zone("Europe/Berlin"))
    #expect(found == ["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z"])
  }

  @Test func clocksMayBeSetByHalfAnHourOrADay() throws {
    let island = try times(
      "15 2 * * *",
      after: "2026-10-03T00:00:00Z",
      in: zone("Australia/Lord_Howe"),
      count: 1
    )
    #expect(island == ["2026-10-03T15:30:00Z"])
    // December 30, 2011, did not exist there.
    let apia = try times(
      "0 12 30 * *",
      after: "2011-12-01T00:00:00Z",
      in: zone("Pacific/Apia"),
      count: 1
    )
    #expect(apia == ["2011-12-30T10:00:00Z"])
  }

  @Test func previousIsTheInverseOfNextWhereClocksAreSet() throws {
    for name in ["Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo"] {
      let zone = try zone(name)
      for rules in [
        DaylightSavingRules(),
        DaylightSavingRules(skippedTimes: .skipped, repeatedTimes: .twice),
      ] {
        for text in ["*/7 * * * *", "30 0-3 * * *", "0 0 * * *"] {
          let expression = try CronExpression(text)
          var date = try date("2011-12-28T00:00:00Z")
          for _ in 1...700 {
            let next = try #require(expression.next(after: date, in: zone, rules: rules))
            #expect(
              expression.previous(before: next + 1, in: zone, rules: rules) == next,
              "\(text) in \(name)"
            )
            date = next
          }
        }
      }
    }
  }

  // MARK: - Text

  @Test(arguments: [
    ("", 0, "there is nothing"),
    (" \t ", 0, "there is nothing"),
    ("0 9 * *", 7, "These fields are missing: day of the week"),
    ("0 0 9 * * 1", 10, "a field too many"),
    ("60 * * * *", 0, "a value of the field 'minute' is 0 to 59, not '60'"),
    ("* 24 * * *", 2, "a value of the field 'hour' is 0 to 23, not '24'"),
    ("* * 0 * *", 4, "a value of the field 'day of the month' is 1 to 31, not '0'"),
    ("* * * 13 *", 6, "1 to 12, or jan to dec, not '13'"),
    ("* * * * 1,8", 10, "0 to 7, or sun to sat, not '8'"),
    ("* * * * monday", 8, "not 'monday'"),
    ("* * * january *", 6, "not 'january'"),
    ("1,,2 * * * *", 2, "a part of the list is empty"),
    ("1, * * * *", 2, "a part of the list is empty"),
    ("*/0 * * * *", 2, "the step of a field 'minute' is from 1 to 59, not 0"),
    ("*/61 * * * *", 2, "the step of a field 'minute' is from 1 to 59, not 61"),
    ("*/ * * * *", 2, "a number has to follow the slash"),
    ("*/x * * * *", 2, "a number has to follow the slash, as in '*/15', not 'x'"),
    ("/5 * * * *", 0, "a value is missing"),
    ("-1 * * * *", 0, "not '-1'"),
    ("1- * * * *", 2, "the end of the range is missing"),
    ("50-10 * * * *", 0, "'50-59,0-10'"),
    ("* * * * fri-mon", 8, "'fri-6,0-mon'"),
    ("? * * * *", 0, "not '?'"),
    ("0 0 L * *", 4, "not 'L'"),
    ("0 0 31 2 *", 4, "no month of the expression has such a day"),
    ("0 0 31 4,6 *", 4, "no month of the expression has such a day"),
    ("٣ * * * *", 0, "not '٣'"),
    ("99999999999999999999 * * * *", 0, "not '99999999999999999999'"),
    ("@reboot", 0, "is no time"),
    ("@every 5m", 7, "something follows the name"),
    ("@sometimes", 0, "the name is unknown"),
  ])
  func whatIsWrongIsSaidWithItsPlace(text: String, offset: Int, message: String) {
    #expect {
      try CronExpression(text)
    } throws: { error in
      guard let error = error as? CronSyntaxError else { return false }
      return error.offset == offset && error.message.contains(message)
        && "\(error)".contains("at character \(offset + 1)")
    }
  }

  @Test func aMessageShowsNoControlCharacterAndNoMoreThanALine() throws {
    let text = "\u{1B}[2J\n" + String(repeating: "x", count: 10_000)
    let error = #expect(throws: CronSyntaxError.self) { try CronExpression(text) }
    let shown = try #require(error).description
    #expect(!shown.unicodeScalars.contains { $0.value < 32 })
    #expect(shown.count < 400)
  }

  @Test func anExpressionIsItsText() throws {
    let expression = try CronExpression("  0  9\t* * MON ")
    #expect(expression.text == "0 9 * * MON")
    #expect("\(expression)" == "0 9 * * MON")
    let data = try JSONEncoder().encode([expression])
    #expect(try JSONDecoder().decode([CronExpression].self, from: data) == [expression])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CronExpression].self, from: Data(#"["0 9"]"#.utf8))
    }
  }

  @Test func datesWithoutACalendarHaveNoTime() throws {
    let expression = try CronExpression("0 0 29 2 *")
    for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(expression.next(after: date, in: utc) == nil)
      #expect(expression.previous(before: date, in: utc) == nil)
    }
    // This is in the Gregorian calendar, which Foundation does not use for such early dates.
    let first = Date(timeIntervalSince1970: -62_035_891_200)
    #expect(expression.next(after: .distantPast, in: utc) == first)
    let end = try date("9999-12-31T00:00:00Z")
    #expect(expression.next(after: end, in: utc) == nil)
    let last = expression.previous(before: end, in: utc)
    #expect(last?.formatted(.iso8601) == "9996-02-29T00:00:00Z")
    let start = try date("0001-01-01T00:00:00Z")
    #expect(expression.previous(before: start, in: utc) == nil)
    #expect(expression.next(after: Date(timeIntervalSince1970: -1e14), in: utc) != nil)
  }
}

import DurableWorkflows
import Foundation
import Testing

@Suite struct RunScheduleCodableTests {
  /// Schedules with their stored form, which later versions must read and write unchanged.
  private static func kept() throws -> [(RunSchedule, String)] {
    let rules = DaylightSavingRules(skippedTimes: .skipped, repeatedTimes: .twice)
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    return [
      (.every(.seconds(600), missed: .skipped), #"{"every":600000,"missed":"skipped"}"#),
      (
        try .cron("30 2 * * mon-fri", in: zone),
        #"{"cron":"30 2 * * mon-fri","missed":"latest","repeatedTimes":"once","#
          + #""skippedTimes":"onceAfter","timeZone":"Europe/Berlin"}"#
      ),
      (
        try .cron("@daily", in: zone, rules: rules, missed: .all),
        #"{"cron":"@daily","missed":"all","repeatedTimes":"twice","#
          + #""skippedTimes":"skipped","timeZone":"Europe/Berlin"}"#
      ),
    ]
  }

  @Test func theFormOfStoresStaysAsItIs() throws {
    for (schedule, text) in try Self.kept() {
      #expect(String(decoding: try JSONRunCodec().encode(schedule), as: UTF8.self) == text)
      let decoded = try JSONRunCodec().decode(RunSchedule.self, from: Data(text.utf8))
      #expect(decoded == schedule)
    }
  }

  @Test func keysThatALaterVersionAddsAreLeftOut() throws {
    let text = #"{"every":1000,"jitter":7,"missed":"latest"}"#
    let decoded = try JSONRunCodec().decode(RunSchedule.self, from: Data(text.utf8))
    #expect(decoded == .every(.seconds(1)))
  }

  @Test(
    arguments: [
      "{}", #"{"missed":"latest"}"#, #"{"every":1,"missed":"sometimes"}"#,
      #"{"cron":"61 * * * *","missed":"latest","timeZone":"GMT"}"#,
    ]
  )
  func whatIsNoScheduleIsAnError(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONRunCodec().decode(RunSchedule.self, from: Data(text.utf8))
    }
  }
}

import DurableWorkflows
import Testing

@Suite struct DurationMillisecondsTests {
  @Test func noTimeEndsTooEarly() {
    #expect(Duration.milliseconds(5).milliseconds == 5)
    #expect(Duration.microseconds(1).milliseconds == 1)
    #expect(Duration.microseconds(-1500).milliseconds == -1)
  }

  @Test func longDurationsAreShortened() {
    let hundredYears = 3_200_000_000_000
    #expect(Duration.seconds(Int64.max).milliseconds == hundredYears)
    #expect((Duration.seconds(Int64.max) * 4).milliseconds == hundredYears)
    #expect((Duration.seconds(Int64.max) * -4).milliseconds == -hundredYears)
  }
}

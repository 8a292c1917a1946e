import Testing

@testable import WeatherCore

@Suite struct SparklineTests {
  @Test(
    arguments: [
      ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"),
      ([-7, 0, -7], "▁█▁"),
      ([10.0, 10.4, 10.6, 11], "▁▄▅█"),
    ] as [([Double?], String)]
  )
  func numbersBecomeBarsBetweenTheirLowestAndHighest(values: [Double?], drawing: String) {
    #expect(Sparkline(values).description == drawing)
  }

  @Test func numbersThatAreAllTheSameStandAtHalfHeight() {
    #expect(Sparkline([4, 4, 4]).description == "▅▅▅")
  }

  @Test func aMissingOrImpossibleNumberIsAGap() {
    #expect(Sparkline([1, nil, 2, .nan, .infinity]).description == "▁ █  ")
    #expect(Sparkline([nil, nil]).description == "  ")
    #expect(Sparkline([]).description == "")
  }
}

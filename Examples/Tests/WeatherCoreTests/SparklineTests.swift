import Testing

@testable import WeatherCore

@Suite("Sparkline")
struct SparklineTests {
  @Test(
    "numbers become bars between their lowest and highest",
    arguments: [
      ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"),
      ([-7, 0, -7], "▁█▁"),
      ([10.0, 10.4, 10.6, 11], "▁▄▅█"),
    ] as [([Double?], String)]
  )
  func bars(values: [Double?], drawing: String) {
    #expect(Sparkline(values).description == drawing)
  }

  @Test("numbers that are all the same stand at half height")
  func flat() {
    #expect(Sparkline([4, 4, 4]).description == "▅▅▅")
  }

  @Test("a missing or impossible number is a gap")
  func gaps() {
    #expect(Sparkline([1, nil, 2, .nan, .infinity]).description == "▁ █  ")
    #expect(Sparkline([nil, nil]).description == "  ")
    #expect(Sparkline([]).description == "")
  }
}

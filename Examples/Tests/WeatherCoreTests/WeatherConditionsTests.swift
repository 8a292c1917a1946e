import Testing

@testable import WeatherCore

@Suite struct WeatherConditionsTests {
  /// The codes that Open-Meteo documents.
  static let documented = [
    0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85,
    86, 95, 96, 99,
  ]

  @Test(arguments: documented)
  func everyDocumentedCodeHasWords(code: Int) {
    #expect(!WeatherConditions(code: code).description.hasPrefix("code"))
  }

  @Test func anotherCodeIsShownAsItIs() {
    #expect(WeatherConditions(code: 42).description == "code 42")
  }
}

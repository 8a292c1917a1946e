import Testing

@testable import WeatherCore

@Suite struct ForecastTableTests {
  @Test func columnsLineUpUnderTheirHeadingsAccentsOrNot() {
    let table = ForecastTable([
      Recorded.weather("São Paulo", "Brazil", temperature: 24.1, code: 95),
      Recorded.weather("Zu\u{308}rich", "Switzerland", temperature: -0.5, next: [3, nil, 1]),
      Recorded.weather("Oslo", nil, temperature: 6),
    ])
    #expect(
      table.description == """
        City       Country      Temperature       Wind  Conditions    Next 3 hours
        ─────────  ───────────  ───────────  ─────────  ────────────  ────────────
        São Paulo  Brazil           24.1 °C  14.0 km/h  thunderstorm  ▁▅█
        Zürich     Switzerland      -0.5 °C  14.0 km/h  overcast      █ ▁
        Oslo       –                 6.0 °C  14.0 km/h  overcast      ▁▅█

        """
    )
  }

  @Test func aTableWithoutRowsIsNothingAtAll() {
    #expect(ForecastTable([]).description == "")
  }
}

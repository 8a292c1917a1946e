import Testing

@testable import WeatherCore

@Suite("Forecast table")
struct ForecastTableTests {
  @Test("columns line up under their headings, accents or not")
  func alignment() {
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

  @Test("a table without rows is nothing at all")
  func empty() {
    #expect(ForecastTable([]).description == "")
  }
}

import Foundation
import TextTable

/// The table that the program prints, one row per city.
package struct ForecastTable: CustomStringConvertible {
  /// The lines of the table; empty if there are no rows.
  package let description: String

  /// Lays out the rows in the order given.
  package init(_ rows: [CityWeather]) {
    let hours = rows.map(\.forecast.hourly.temperatures.count).max() ?? 0
    let table = TextTable<CityWeather> { row in
      let (now, units) = (row.forecast.current, row.forecast.currentUnits)
      return [
        Self.column("City", row.place.name),
        Self.column("Country", row.place.country ?? "–"),
        Self.column("Temperature", "\(now.temperature) \(units.temperature)", .right),
        Self.column("Wind", "\(now.windSpeed) \(units.windSpeed)", .right),
        Self.column("Conditions", "\(WeatherConditions(code: now.weatherCode))"),
        Self.column("Next \(hours) hours", "\(Sparkline(row.forecast.hourly.temperatures))"),
      ]
    }
    description = table.string(for: rows, style: WideSpaced.self) ?? ""
  }

  /// Returns one cell and its heading; the library counts composed characters, so "São" must be
  /// three.
  private static func column(_ title: String, _ text: String, _ align: Alignment = .left) -> Column
  {
    let text = text.printable.precomposedStringWithCanonicalMapping
    return Column(title: title, value: text, align: align)
  }
}

/// A style with columns two spaces apart under a thin rule.
private enum WideSpaced: TextTableStyle {
  static func prepare(_ text: String, for column: Column) -> String {
    Simple.prepare(text, for: column)
  }

  static func escape(_ text: String) -> String { text }
  static func begin(_ table: inout String, index: Int, columns: [Column]) {}
  static func end(_ table: inout String, index: Int, columns: [Column]) {}

  static func header(_ table: inout String, index: Int, columns: [Column]) {
    add(columns.map { $0.headerString(for: self) }, to: &table)
    add(columns.map { $0.repeated("─") }, to: &table)
  }

  static func row(_ table: inout String, index: Int, columns: [Column]) {
    add(columns.map { $0.string(for: self) }, to: &table)
  }

  private static func add(_ cells: [String], to table: inout String) {
    var line = Substring(cells.joined(separator: "  "))
    while line.last == " " { line.removeLast() }
    table += line + "\n"
  }
}

/// The size of a terminal, in characters.
public struct TerminalSize: Hashable, Sendable {
  /// The number of columns, from 1 to 1000.
  public let columns: Int
  /// The number of rows, from 1 to 1000.
  public let rows: Int

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - rows: The number of rows.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(1, columns), 1000)
    self.rows = min(max(1, rows), 1000)
  }

  /// Creates the size that a terminal says.
  ///
  /// - Parameters:
  ///   - columns: The number of columns; 0 for that of the variable `COLUMNS`, or 80.
  ///   - rows: The number of rows; 0 for that of the variable `LINES`, or 24.
  ///   - environment: The variables.
  package init(columns: Int, rows: Int, _ environment: [String: String]) {
    func known(_ number: Int, _ variable: String, _ usual: Int) -> Int {
      let numbers = [number, environment[variable].flatMap { Int($0) } ?? 0]
      return numbers.first { $0 > 0 } ?? usual
    }
    self.init(columns: known(columns, "COLUMNS", 80), rows: known(rows, "LINES", 24))
  }
}

import AppLinks
import ToolSupport

/// The irregularities of a page or a link, for people.
struct Notes {
  private let diagnostics: [AppLinkDiagnostic]

  init(_ diagnostics: [AppLinkDiagnostic]) { self.diagnostics = diagnostics }

  /// Returns a section with the irregularities, or an empty string if there are none.
  func text(_ style: TextStyle) -> String {
    if diagnostics.isEmpty { return "" }
    let hasPlaces = diagnostics.contains { $0.line != nil }
    let rows = diagnostics.map { note in
      (hasPlaces ? [TextTable.Cell(note.place ?? "")] : [])
        + [.init(note.code.rawValue, .yellow), .init(note.message)]
    }
    return "\n" + style("Notes", .bold) + "\n" + TextTable(rows: rows, indent: 2).rendered(style)
  }
}

extension AppLinkDiagnostic {
  /// The position in the format of compilers, as in `12:3`.
  fileprivate var place: String? {
    guard let line else { return nil }
    return column.map { "\(line):\($0)" } ?? "\(line)"
  }
}

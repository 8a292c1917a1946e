import Foundation

/// The text of a file of this program.
///
/// Pictures quote the code that they show from it, so that they quote what has run.
struct Source: Sendable {
  private let lines: [String]

  init(_ path: String) throws {
    lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
  }

  /// Returns the lines from after a line to the next empty one, without their common indentation.
  func paragraph(after line: Int) -> [String] {
    let paragraph = lines[line...].prefix { !$0.isEmpty }
    let indentation = paragraph.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let code = paragraph.map { asWritten(String($0.dropFirst(indentation))) }
    precondition(code.allSatisfy { $0.count <= 80 }, "line \(line): the code is too wide: \(code)")
    return code
  }

  /// Returns the text between the outermost braces of a line.
  func closure(inLine line: Int) -> String {
    let text = lines[line - 1]
    guard let opening = text.firstIndex(of: "{"), let closing = text.lastIndex(of: "}") else {
      fatalError("line \(line) has no closure: \(text)")
    }
    let code = text[text.index(after: opening)..<closing]
    return asWritten(code.trimmingCharacters(in: .whitespaces))
  }

  /// Returns code without the parts that only a diagram needs: its clock, its records, and the
  /// names of its rows.
  private func asWritten(_ code: String) -> String {
    code
      .replacing(#/, clock: clock/#, with: "")
      .replacing(#/\(clock: clock\)/#, with: "()")
      .replacing("@Sendable ", with: "")
      .replacing(#/stage\.task\("[^"]*"\)/#, with: "Future")
      .replacing(#/stage\.result\("[^"]*", (.*)\)$/#) { String($0.1) }
  }
}

/// Pieces of text in lines that fit on a terminal.
package enum TextFlow {
  /// Returns lines with as many pieces in each as fit, one space apart.
  package static func lines(
    _ pieces: [TextTable.Cell],
    width: Int,
    _ style: TextStyle
  ) -> [String] {
    var lines: [String] = []
    var used = 0
    for piece in pieces.map({ $0.clipped(to: width) }) {
      let columns = piece.text.columns
      let text = piece.look.map { style(piece.text, $0) } ?? piece.text
      if let last = lines.indices.last, used + 1 + columns <= width {
        lines[last] += " " + text
        used += 1 + columns
      } else {
        lines.append(text)
        used = columns
      }
    }
    return lines
  }
}

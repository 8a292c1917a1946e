/// What a terminal shows after some text and control sequences, colours left out.
struct Screen {
  private(set) var lines: [String] = []

  init(_ text: String) {
    var row = 0
    var line = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\n":
        lines.removeSubrange(row...)
        lines.append(line)
        line = ""
        row += 1
      case "\r":
        line = ""
      case "\u{1B}":
        rest.removeFirst()  // "["
        let arguments = rest.prefix { !$0.isLetter }
        rest.removeFirst(arguments.count)
        switch rest.removeFirst() {
        case "A": row -= Int(arguments) ?? 1
        case "J": lines.removeSubrange(row...)
        default: break
        }
      default:
        line.append(character)
      }
    }
  }
}

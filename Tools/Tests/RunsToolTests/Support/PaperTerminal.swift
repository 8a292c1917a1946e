import ToolSupport

/// A terminal that knows only what the tool may write, and notes everything else.
struct PaperTerminal {
  /// The pictures of the alternate screen, as lines.
  private(set) var pictures: [[String]] = []
  /// What was written on the usual screen.
  private(set) var plain = ""
  /// The modes that are not as usual.
  private(set) var modes: Set<String> = []
  /// The control sequences of emphasis.
  private(set) var looks: Set<String> = []
  /// What could break a terminal.
  private(set) var problems: [String] = []

  private let size: TerminalSize
  private var isOn: Bool { modes.contains("[?1049h") }

  /// Shows an output.
  init(_ output: String, _ size: TerminalSize) {
    self.size = size
    var scalars = output.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1B}":
        let start = scalars.startIndex
        let numbers = "?0123456789".unicodeScalars
        guard let end = scalars.dropFirst().firstIndex(where: { !numbers.contains($0) }) else {
          problems.append("an open sequence")
          return
        }
        obey(String(scalars[start...end]))
        scalars = scalars[scalars.index(after: end)...]
      case "\n" where isOn: breakLine()
      case "\n": plain += "\n"
      default:
        if !scalar.isPrintable { problems.append("\(scalar.value)") }
        put(scalar)
      }
    }
    for line in pictures.joined() where line.columns > size.columns { problems.append(line) }
  }

  private mutating func obey(_ sequence: String) {
    switch sequence {
    case "[?1049h", "[?25l", "[?7l": modes.insert(sequence)
    case "[?1049l": modes.remove("[?1049h")
    case "[?25h": modes.remove("[?25l")
    case "[?7h": modes.remove("[?7l")
    case "[2J", "[0m": break
    case "[H": pictures.append([""])
    // The tool erases before it writes.
    case "[K", "[J": if pictures.last?.last != "" { problems.append(sequence) }
    case let look where look.hasSuffix("m"): looks.insert(look)
    default: problems.append(sequence)
    }
  }

  private mutating func breakLine() {
    pictures[pictures.count - 1].append("")
    if pictures[pictures.count - 1].count > size.rows { problems.append("it scrolls") }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    guard isOn else { return plain.unicodeScalars.append(scalar) }
    let (picture, line) = (pictures.count - 1, pictures[pictures.count - 1].count - 1)
    pictures[picture][line].unicodeScalars.append(scalar)
  }
}

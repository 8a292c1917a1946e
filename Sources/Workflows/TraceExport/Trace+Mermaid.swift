extension Trace {
  /// Returns the trace as a Mermaid Gantt diagram, which many viewers of Markdown draw.
  ///
  /// Each run is a section. Times are in milliseconds, and every bar has at least one, the shortest
  /// that the diagram can draw. Failed spans are marked as critical, running ones as active.
  /// Characters with a meaning in Mermaid are replaced by similar ones.
  ///
  /// - Parameter title: The title of the diagram.
  /// - Returns: The text of the diagram. Equal spans give equal text.
  /// - Complexity: O(*n*) in the number of spans.
  public func mermaidGantt(title: String = "Workflow runs") -> String {
    let outline = TraceOutline(self)
    var lines = [
      "gantt",
      "  title \(title.mermaid)",
      "  dateFormat x",
      "  axisFormat \(outline.end < .seconds(60) ? "%S.%L" : "%M:%S")",
    ]
    for (index, row) in outline.rows.enumerated() {
      if row.depth == 0 {
        lines.append("  section \(row.label.mermaid)")
        // The steps of a run represent it, if there are any.
        let next = outline.rows.dropFirst(index + 1).first
        if let next, next.depth > 0 { continue }
      }
      let start = row.span.start.microseconds / 1000
      let end = max(start + 1, row.end.microseconds / 1000)
      let id = "r\(row.span.id.run.number)s\(row.span.id.number)"
      let name = row.label.mermaid.unlikeMermaid
      lines.append("  \(name) :\(row.span.outcome.mermaid)\(id), \(start), \(end)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension TraceSpan.Outcome {
  fileprivate var mermaid: String {
    switch self {
    case .running: "active, "
    case .succeeded: "done, "
    case .failed: "crit, "
    case .cancelled: ""
    }
  }
}

extension String {
  /// The text without characters that are syntax in Mermaid.
  fileprivate var mermaid: String {
    let text = String(
      map { character -> Character in
        switch character {
        case ":": "\u{A789}"
        case ";": ","
        case "#": "\u{FF03}"
        case "%": "\u{FF05}"
        case _ where character.isNewline || character == "\t": " "
        default: character
        }
      }
    )
    return text.allSatisfy(\.isWhitespace) ? "-" : text
  }

  /// The text with a zero-width space before it, if its first word is a command of Mermaid.
  fileprivate var unlikeMermaid: String {
    let text = lowercased()
    let isCommand =
      String.mermaidCommands.contains { text.hasPrefix($0) } || first?.isNumber == true
    return isCommand ? "\u{200B}" + self : self
  }

  private static let mermaidCommands = [
    "accdescr", "acctitle", "axisformat", "call", "click", "dateformat", "excludes", "gantt",
    "href",
    "includes", "inclusiveenddates", "section", "tickinterval", "title", "todaymarker", "topaxis",
    "weekday", "weekend",
  ]
}

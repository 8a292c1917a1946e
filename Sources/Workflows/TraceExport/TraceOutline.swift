/// The spans of a trace as people read them: run by run, each span under the one around it.
struct TraceOutline {
  /// One line.
  struct Row {
    let span: TraceSpan
    /// How many spans are around it.
    let depth: Int
    /// When it ended, or the present for one that is running.
    let end: Duration

    /// The name, with the number of the attempt if there was more than one.
    let label: String
  }

  /// The lines, each run followed by its steps.
  let rows: [Row]

  /// The end of the last span.
  let end: Duration

  init(_ trace: Trace) {
    let now = trace.now
    let spans = trace.spans
    var children: [TraceSpan.ID: [TraceSpan]] = [:]
    for span in spans {
      if let parent = span.parent { children[parent, default: []].append(span) }
    }
    var rows: [Row] = []
    var pending: [(span: TraceSpan, depth: Int, label: String)] = spans.reversed()
      .filter { $0.parent == nil }
      .map { ($0, 0, $0.runLabel) }
    while let (span, depth, label) = pending.popLast() {
      rows.append(
        Row(span: span, depth: depth, end: span.end ?? max(now, span.start), label: label)
      )
      var inside = children[span.id] ?? []
      // The only attempt of a step says the same as the step, unless the step made something of a
      // failure.
      while inside.count == 1, let only = inside.first, only.name == span.name,
        only.attempt == 1, only.outcome == span.outcome
      {
        inside = children[only.id] ?? []
      }
      let repeated = TraceOutline.repeatedNames(of: inside)
      for child in inside.reversed() {
        let attempt = repeated.contains(child.name) ? " (attempt \(child.attempt))" : ""
        pending.append((child, depth + 1, child.name + attempt))
      }
    }
    self.rows = rows
    end = rows.map(\.end).max() ?? .zero
  }

  /// The names of spans that are there in several attempts.
  private static func repeatedNames(of spans: [TraceSpan]) -> Set<String> {
    var attempts: [String: Int] = [:]
    var repeated: Set<String> = []
    for span in spans
    where attempts.updateValue(span.attempt, forKey: span.name) ?? span.attempt != span.attempt {
      repeated.insert(span.name)
    }
    return repeated
  }
}

extension TraceSpan {
  /// What a run is called.
  var runLabel: String { tag.map { "\(workflow) \u{00B7} \($0)" } ?? workflow }
}

extension Duration {
  /// The time in microseconds.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// The time in seconds, as a number.
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The time with three figures and a unit, the same in every locale.
  var short: String {
    let seconds = inSeconds
    if seconds >= 100 { return "\(Int(seconds.rounded())) s" }
    for (unit, name) in [(1.0, "s"), (1e-3, "ms"), (1e-6, "\u{00B5}s")]
    where seconds >= unit * 0.9995 {
      let value = seconds / unit
      let places = value < 9.995 ? 100.0 : value < 99.95 ? 10.0 : 1.0
      let rounded = (value * places).rounded() / places
      return rounded == rounded.rounded() ? "\(Int(rounded)) \(name)" : "\(rounded) \(name)"
    }
    return "\(microseconds) \u{00B5}s"
  }
}

/// The spans of a trace in reading order: each run, and each span under the one that encloses it.
struct TraceOutline {
  /// A row of the outline.
  struct Row {
    let span: TraceSpan
    /// The number of enclosing spans.
    let depth: Int
    /// The end of the span; the current time for a running one.
    let end: Duration

    /// The name, with the number of the attempt if there are several.
    let label: String
  }

  /// The rows: each run, followed by its steps.
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
      // A single attempt repeats its step, and is left out unless the step changed its outcome.
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

  /// Returns the names of spans that occur in several attempts.
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
  /// The label of a run.
  var runLabel: String { tag.map { "\(workflow) \u{00B7} \($0)" } ?? workflow }
}

extension Duration {
  /// The time in microseconds, clamped so that the difference of two times does not overflow.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit = Int64.max / 4_000_000
    return max(-limit, min(limit, seconds)) * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// The time in seconds.
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The time with three digits and a unit, equal in every locale.
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

extension Trace {
  /// Returns the trace as a picture: for each span a row with its name, its duration, and a bar on
  /// a time axis.
  ///
  /// Names, durations and bars have separate columns, so nothing overlaps. Outcomes differ in
  /// color and in a sign before the duration; pointing at a row shows its error. The picture
  /// follows the light or dark appearance of its viewer.
  ///
  /// - Parameters:
  ///   - title: The title of the picture.
  ///   - maxRows: The most rows to draw. If there are more spans, the last row says how many.
  /// - Returns: The text of an SVG file. Equal spans give equal text.
  /// - Complexity: O(*n*) in the number of spans.
  public func svg(title: String = "Workflow runs", maxRows: Int = 1_000) -> String {
    let outline = TraceOutline(self)
    return TimelineDrawing(outline, title: title, maxRows: max(1, maxRows)).text
  }
}

/// A drawing of an outline.
private struct TimelineDrawing {
  private static let rowHeight = 22.0
  private static let top = 84.0
  private static let margin = 16.0
  private static let indent = 14.0
  private static let chartWidth = 640.0
  private static let timeWidth = 92.0
  /// The width of a letter, rounded up.
  private static let letter = 7.6
  private static let longestLabel = 44

  private let rows: ArraySlice<TraceOutline.Row>
  private let hidden: Int
  private let title: String
  private let axis: TimelineAxis
  private let labelWidth: Double

  init(_ outline: TraceOutline, title: String, maxRows: Int) {
    rows = outline.rows.prefix(maxRows)
    hidden = outline.rows.count - rows.count
    self.title = title
    let start = rows.map(\.span.start).min() ?? .zero
    axis = TimelineAxis(from: start.inSeconds, to: outline.end.inSeconds, width: Self.chartWidth)
    labelWidth = max(
      120,
      rows.map { row in
        Self.indent * Double(row.depth) + Self.letter
          * Double(min(row.label.columns, Self.longestLabel))
      }.max() ?? 0
    )
  }

  private var chartLeft: Double { Self.margin + labelWidth + Self.timeWidth + 12 }
  private var width: Double { chartLeft + Self.chartWidth + 2 * Self.margin }
  private var bottom: Double {
    Self.top + Self.rowHeight * Double(max(1, rows.count + (hidden > 0 ? 1 : 0)))
  }
  private var height: Double { bottom + Self.margin }

  var text: String {
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width.svg) \#(height.svg)" "#
        + #"width="\#(width.svg)" height="\#(height.svg)" role="img">"#,
      "<title>\(title.xml)</title>",
      Self.style,
      #"<rect class="paper" width="\#(width.svg)" height="\#(height.svg)"/>"#,
      #"<text class="title" x="\#(Self.margin.svg)" y="30">\#(title.shortened(to: 90).xml)</text>"#,
    ]
    lines += legend
    lines += axisLines
    for (index, row) in rows.enumerated() { lines += line(row, at: index) }
    if hidden > 0 {
      let y = Self.top + Self.rowHeight * (Double(rows.count) + 0.68)
      lines.append(
        #"<text class="time" x="\#(Self.margin.svg)" y="\#(y.svg)">and \#(hidden) more</text>"#
      )
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private var legend: [String] {
    var x = Self.margin
    var lines: [String] = []
    for outcome in [TraceSpan.Outcome.succeeded, .failed(error: ""), .cancelled, .running] {
      lines.append(
        #"<rect class="bar \#(outcome.word)" x="\#(x.svg)" y="43" width="12" height="10" rx="2"/>"#
      )
      let text = "\(outcome.sign) \(outcome.word)"
      lines.append(#"<text class="time" x="\#((x + 18).svg)" y="52">\#(text)</text>"#)
      x += 18 + Self.letter * Double(text.count) + 16
    }
    return lines
  }

  private var axisLines: [String] {
    axis.ticks.flatMap { tick in
      let x = (chartLeft + tick.x).svg
      return [
        #"<line class="grid" x1="\#(x)" y1="\#((Self.top - 8).svg)" x2="\#(x)" y2="\#(bottom.svg)"/>"#,
        #"<text class="tick" x="\#(x)" y="\#((Self.top - 13).svg)">\#(tick.label)</text>"#,
      ]
    }
  }

  private func line(_ row: TraceOutline.Row, at index: Int) -> [String] {
    let top = Self.top + Self.rowHeight * Double(index)
    let text = (top + 15).svg
    let left = chartLeft + axis.position(of: row.span.start.inSeconds)
    let right = chartLeft + axis.position(of: row.end.inSeconds)
    let duration = (row.end - row.span.start).short
    var lines = ["<g>", "<title>\(tip(row, duration).xml)</title>"]
    if row.depth == 0 {
      lines.append(
        #"<rect class="run" x="0" y="\#(top.svg)" width="\#(width.svg)" height="\#(Self.rowHeight.svg)"/>"#
      )
    }
    lines.append(
      #"<text class="\#(row.depth == 0 ? "label head" : "label")" "#
        + #"x="\#((Self.margin + Self.indent * Double(row.depth)).svg)" y="\#(text)">"#
        + row.label.shortened(to: Self.longestLabel).xml + "</text>"
    )
    lines.append(
      #"<text class="time end" x="\#((chartLeft - 12).svg)" y="\#(text)">"#
        + "\(row.span.outcome.sign) \(duration)</text>"
    )
    lines.append(
      #"<rect class="bar \#(row.span.outcome.word)" x="\#(left.svg)" y="\#((top + 5).svg)" "#
        + #"width="\#(max(2, right - left).svg)" height="12" rx="2"/>"#
    )
    return lines + ["</g>"]
  }

  private func tip(_ row: TraceOutline.Row, _ duration: String) -> String {
    var tip = "\(row.label): \(row.span.outcome.word), \(duration)"
    if case .failed(error: let error) = row.span.outcome { tip += "\n\(error)" }
    return tip
  }

  private static let style = """
    <style>
    .paper { fill: #ffffff } .run { fill: #f0f3f6 }
    text { font: 12px ui-sans-serif, system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; \
    fill: #1f2328 }
    .title { font-size: 16px; font-weight: 600 } .head { font-weight: 600 }
    .time, .tick { fill: #57606a; font-size: 11px } .end { text-anchor: end }
    .tick { text-anchor: middle } .grid { stroke: #d0d7de; stroke-width: 1 }
    .bar.succeeded { fill: #2da44e } .bar.failed { fill: #cf222e }
    .bar.cancelled { fill: #8c959f } .bar.running { fill: #0969da }
    @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 } .run { fill: #1b222c } text { fill: #e6edf3 }
    .time, .tick { fill: #9aa4af } .grid { stroke: #30363d }
    .bar.succeeded { fill: #3fb950 } .bar.failed { fill: #f85149 }
    .bar.cancelled { fill: #6e7681 } .bar.running { fill: #58a6ff }
    }
    </style>
    """
}

extension TraceSpan.Outcome {
  /// A sign for the outcome, for readers who cannot distinguish the colors.
  fileprivate var sign: String {
    switch self {
    case .running: "\u{2026}"
    case .succeeded: "\u{2713}"
    case .failed: "\u{2717}"
    case .cancelled: "\u{25A0}"
    }
  }
}

extension Double {
  /// The number with at most two decimals.
  fileprivate var svg: String {
    let rounded = (self * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension String {
  /// The text escaped for XML, without characters that XML excludes.
  fileprivate var xml: String {
    var xml = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": xml += "&amp;"
      case "<": xml += "&lt;"
      case ">": xml += "&gt;"
      case "\"": xml += "&quot;"
      case "\t", "\n", "\r": xml.unicodeScalars.append(scalar)
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": xml += "\u{FFFD}"
      default: xml.unicodeScalars.append(scalar)
      }
    }
    return xml
  }
}

/// A recording as SVG.
///
/// Time runs from left to right, and a second has the same width in every row. A dot is a value, a
/// cross a failure, an open circle a cancellation, and an arrow a future that is still pending.
struct Drawing {
  let recording: Recording
  let title: String
  let colours: Colours

  private enum Layout {
    static let width = 720
    static let margin = 16
    /// The position at which the first second starts.
    static let left = 148
    static let right = 648
    static let codeLine = 20
    static let row = 46
    static let actions = 30
    static let axis = 30
    /// The widths of a letter in proportional and in monospaced type, estimated generously.
    static let letter = 7.6
    static let codeLetter = 7.9
  }

  /// The picture.
  var svg: String {
    let rows = recording.arranged
    var top = Layout.margin
    var lanes: [String] = []
    var pieces: [String] = []
    var firstLane: Int?
    for row in rows {
      if case .code(let lines) = row {
        if firstLane != nil { top += 12 }
        pieces += code(lines, top: top)
        top += lines.count * Layout.codeLine + 22
        continue
      }
      if firstLane == nil {
        firstLane = top
        if !recording.actions.isEmpty { top += Layout.actions }
      }
      lanes += lane(row, middle: top + 28)
      top += Layout.row
    }
    let bottom = top + 6
    let height = bottom + Layout.axis
    pieces = axis(from: firstLane ?? top, to: bottom) + pieces + lanes
    return
      ([
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(Layout.width)" height="\(height)" \
        viewBox="0 0 \(Layout.width) \(height)" role="img" aria-label="\(escaped(title))">
        """,
        colours.style,
        #"<rect class="page" width="\#(Layout.width)" height="\#(height)" rx="10"/>"#,
      ] + pieces + ["</svg>"])
      .joined(separator: "\n") + "\n"
  }

  // MARK: - Rows

  private func code(_ lines: [String], top: Int) -> [String] {
    let height = lines.count * Layout.codeLine + 12
    let box =
      #"<rect class="box" x="\#(Layout.margin)" y="\#(top)" width="\#(Layout.width - 2 * Layout.margin)" "#
      + #"height="\#(height)" rx="6"/>"#
    return [box]
      + lines.enumerated().map { index, line in
        let y = top + 20 + index * Layout.codeLine
        return #"<text class="code" x="\#(Layout.margin + 12)" y="\#(y)">\#(escaped(line))</text>"#
      }
  }

  private func lane(_ row: Recording.Row, middle y: Int) -> [String] {
    switch row {
    case .code: []
    case .work(let line): future(line, kind: "work", middle: y)
    case .result(let line): future(line, kind: "result", middle: y)
    case .place(let name, let calls):
      [label(name, kind: "place", middle: y)]
        + [#"<path class="rail" d="M\#(Layout.left) \#(y)H\#(Layout.right)"/>"#]
        + calls.flatMap { second, closures in
          let x = position(of: second)
          return [
            #"<rect class="call" x="\#(x - 6)" y="\#(y - 6)" width="12" height="12" rx="2"/>"#,
            text(closures, kind: "note", x: x, y: y - 13),
          ]
        }
    }
  }

  private func future(_ line: Recording.Line, kind: String, middle y: Int) -> [String] {
    let start = position(of: line.start)
    let head = [label(line.name, kind: kind, middle: y)]
    guard let (second, outcome) = line.end else {
      let end = Layout.right + 14
      return head + [
        #"<path class="\#(kind)" d="M\#(start) \#(y - 5)v10m0-5H\#(end)m-7-5 7 5-7 5"/>"#
      ]
    }
    let end = position(of: second)
    let bar = #"<path class="\#(kind)" d="M\#(start) \#(y - 5)v10m0-5H\#(end)"/>"#
    let mark =
      switch outcome {
      case .value: [#"<circle class="value \#(kind)-fill" cx="\#(end)" cy="\#(y)" r="7"/>"#]
      case .failure:
        [
          #"<circle class="failure" cx="\#(end)" cy="\#(y)" r="8"/>"#,
          #"<path class="cross" d="M\#(end - 3) \#(y - 3)l6 6m0-6l-6 6"/>"#,
        ]
      case .cancellation:
        [
          #"<circle class="cancelled" cx="\#(end)" cy="\#(y)" r="7"/>"#,
          #"<path class="slash" d="M\#(end - 4) \#(y + 4)l8-8"/>"#,
        ]
      }
    let (note, style) =
      switch outcome {
      case .value(let value): (value, "note")
      case .failure(let error): (error, "note bad")
      case .cancellation: ("cancelled", "note off")
      }
    return head + [bar] + mark + [text(note, kind: style, x: end, y: y - 13)]
  }

  private func label(_ name: String, kind: String, middle y: Int) -> String {
    let right = Layout.left - 16
    return #"<text class="name \#(kind)-name" x="\#(right)" y="\#(y + 4)">\#(escaped(name))</text>"#
  }

  // MARK: - Time

  private func axis(from top: Int, to bottom: Int) -> [String] {
    var pieces: [String] = []
    let step = recording.end > 8 ? 2.0 : 1.0
    let seconds = stride(from: 0, through: recording.end, by: step).map { $0 }
    let grid = seconds.map { "M\(position(of: $0)) \(top)V\(bottom)" }.joined()
    pieces.append(#"<path class="grid" d="\#(grid)"/>"#)
    for second in seconds {
      let x = position(of: second)
      pieces.append(text("\(Int(second)) s", kind: "tick", x: x, y: bottom + 18))
    }
    for (second, code) in recording.actions {
      let x = position(of: second)
      pieces.append(#"<path class="action" d="M\#(x) \#(top + 22)V\#(bottom)"/>"#)
      pieces.append(text(code, kind: "act", x: x, y: top + 16, letter: Layout.codeLetter))
    }
    return pieces
  }

  private func position(of second: Double) -> Int {
    let width = Double(Layout.right - Layout.left)
    return Layout.left + Int((second / recording.end * width).rounded())
  }

  // MARK: - Text

  /// Returns text centered on a point, moved so that it stays in the picture.
  private func text(
    _ text: String,
    kind: String,
    x: Int,
    y: Int,
    letter: Double = Layout.letter
  ) -> String {
    let half = Int(Double(text.count) * letter / 2)
    let rightmost = Layout.width - Layout.margin - half
    return #"<text class="\#(kind)" x="\#(min(x, rightmost))" y="\#(y)">\#(escaped(text))</text>"#
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

/// The colors of a theme.
struct Colours {
  let page: String
  let box: String
  let ink: String
  let faint: String
  let grid: String
  let work: String
  let result: String
  let bad: String
  let off: String

  static let light = Colours(
    page: "#f6f7f9",
    box: "#e8ebf0",
    ink: "#1d1d1f",
    faint: "#5f6672",
    grid: "#dfe3e9",
    work: "#7a828f",
    result: "#0066cc",
    bad: "#c6271e",
    off: "#a85a00"
  )

  static let dark = Colours(
    page: "#1b1c1f",
    box: "#2a2c31",
    ink: "#f2f3f5",
    faint: "#a3a9b4",
    grid: "#303339",
    work: "#8d95a3",
    result: "#4da3ff",
    bad: "#ff6b61",
    off: "#ffb454"
  )

  /// The style of every picture.
  var style: String {
    """
    <style>
    text{font:13px -apple-system,"Segoe UI",Inter,Helvetica,Arial,sans-serif;fill:\(ink);text-anchor:middle}
    .code,.act{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    .code{text-anchor:start;white-space:pre}.act,.off{fill:\(off)}.bad{fill:\(bad)}
    .note{paint-order:stroke;stroke:\(page);stroke-width:4px}.name{text-anchor:end}.work-name,.place-name,.tick{fill:\(faint)}.result-name{font-weight:600}
    .page{fill:\(page)}.box{fill:\(box)}path{fill:none;stroke-width:2;stroke-linecap:round}
    .work{stroke:\(work)}.work-fill{fill:\(work)}.result{stroke:\(result)}.result-fill,.call{fill:\(result)}
    .failure{fill:\(bad)}.cross{stroke:\(page)}.cancelled{fill:\(page);stroke:\(off);stroke-width:2}
    .slash{stroke:\(off)}.grid{stroke:\(grid);stroke-width:1}.rail{stroke:\(grid)}
    .action{stroke:\(off);stroke-width:1;stroke-dasharray:3 4}.tick{font-size:12px}
    </style>
    """
  }
}

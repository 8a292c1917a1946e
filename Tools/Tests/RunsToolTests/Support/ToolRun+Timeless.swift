import ToolTestSupport

extension ToolRun {
  /// What it has printed, without times.
  var timeless: String {
    let text = ([output] + errors + ["exit code \(code)"]).joined(separator: "\n")
    return text.split(separator: "\n").map { line in
      String(line).replacing(#/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+Z)?/#, with: "TIME")
        .replacing(#/\d+(\.\d)? (ms|s)\b/#, with: "SPAN")
        .replacing(#/"took_ms": \d+/#, with: "SPAN")
        .replacing(#/[·█]+/#, with: "BAR").replacing(#/ {2,}/#, with: "  ")
    }.joined(separator: "\n")
  }
}

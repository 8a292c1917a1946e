/// A bar chart of measurements, as SVG: for each benchmark a group of bars, ours on top.
///
/// Every group has its own scale, because the work differs: its longest bar fills the width. The
/// colors follow the reader's color scheme through a media query in the image.
public struct Chart {
  private let measurements: [Measurement]
  private let title: String

  /// Creates a chart.
  public init(of measurements: [Measurement], title: String) {
    self.measurements = measurements
    self.title = title
  }

  private enum Layout {
    static let width = 760
    static let header = 64
    static let names = 170
    static let sides = 110
    static let values = 110
    static let row = 18
    static let gap = 16
    static let margin = 16
    static let longestBar = width - names - sides - values - 2 * margin
  }

  /// The chart as SVG.
  public var svg: String {
    var lines: [String] = []
    var top = Layout.header
    for measurement in measurements {
      lines += group(of: measurement, top: top)
      top += Layout.row * (1 + measurement.peers.count) + Layout.gap
    }
    let height = top - Layout.gap + Layout.margin
    let frame = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Layout.width)" height="\(height)" \
      viewBox="0 0 \(Layout.width) \(height)" role="img" aria-label="\(escaped(title))">
      \(Self.style)
      <rect class="page" width="\(Layout.width)" height="\(height)" rx="8"/>
      <text class="title" x="\(Layout.margin)" y="28">\(escaped(title))</text>
      <text class="note" x="\(Layout.margin)" y="47">Nanoseconds an operation, shorter is better. \
      Each group has its own scale.</text>
      """
    return ([frame] + lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func group(of measurement: Measurement, top: Int) -> [String] {
    let costs = [measurement.ours] + measurement.peers
    let longest = costs.map(\.nanoseconds).max() ?? 1
    var lines = [
      """
      <text class="name" x="\(Layout.margin)" y="\(top + 13)">\(escaped(measurement.name))</text>
      """,
      """
      <text class="note" x="\(Layout.margin)" y="\(top + 13 + Layout.row)">\
      ns/\(escaped(measurement.unit))</text>
      """,
    ]
    for (index, cost) in costs.enumerated() {
      lines += bar(
        of: cost,
        length: Int((cost.nanoseconds / longest * Double(Layout.longestBar)).rounded()),
        isOurs: index == 0,
        top: top + index * Layout.row
      )
    }
    return lines
  }

  private func bar(of cost: Cost, length: Int, isOurs: Bool, top: Int) -> [String] {
    let left = Layout.margin + Layout.names + Layout.sides
    let kind = isOurs ? "ours" : "peer"
    let value = fixed(cost.nanoseconds, digits: cost.nanoseconds < 100 ? 1 : 0)
    return [
      """
      <text class="side \(kind)-text" x="\(left - 8)" y="\(top + 13)" text-anchor="end">\
      \(escaped(cost.name))</text>
      """,
      """
      <rect class="\(kind)" x="\(left)" y="\(top + 2)" width="\(max(1, length))" \
      height="\(Layout.row - 4)" rx="2"/>
      """,
      """
      <text class="side \(kind)-text" x="\(left + max(1, length) + 6)" y="\(top + 13)">\(value)</text>
      """,
    ]
  }

  private static let style = """
    <style>
    text { font-family: -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
    .page { fill: #ffffff; }
    .title { font-size: 16px; font-weight: 600; fill: #1f2328; }
    .name { font-size: 13px; font-weight: 600; fill: #1f2328; }
    .note { font-size: 12px; fill: #59636e; }
    .side { font-size: 12px; fill: #59636e; }
    .ours-text { font-weight: 600; fill: #1f2328; }
    .ours { fill: #0969da; }
    .peer { fill: #afb8c1; }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117; }
      .title, .name, .ours-text { fill: #f0f6fc; }
      .note, .peer-text { fill: #9198a1; }
      .ours { fill: #4493f8; }
      .peer { fill: #57606a; }
    }
    </style>
    """

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

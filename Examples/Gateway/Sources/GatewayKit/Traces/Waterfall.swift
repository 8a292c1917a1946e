import Futures
import InMemoryTracing

/// A trace as text: a line for each span, with a bar from its start to its end.
package struct Waterfall: CustomStringConvertible {
  private static let width = 40

  private let spans: [FinishedInMemorySpan]

  /// Creates a picture of a trace.
  ///
  /// - Parameter spans: All spans of one trace, in any order.
  package init(_ spans: [FinishedInMemorySpan]) {
    self.spans = spans.sorted { $0.start < $1.start }
  }

  /// The picture.
  package var description: String {
    let rows = rows(under: nil, depth: 0)
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let start = spans.map(\.start).min() ?? 0
    let length = max(1, (spans.map(\.end).max() ?? 0) - start)
    return rows.map { row in
      let first = (row.span.start - start) * Self.width / length
      let last = (row.span.end - start) * Self.width / length
      let bar = last > first ? String(repeating: "█", count: last - first) : "▏"
      let end = "\((row.span.end - start) / 1_000_000) ms"
      let columns = [
        row.name.padded(to: nameWidth),
        (String(repeating: " ", count: first) + bar).padded(to: Self.width),
        end,
        row.span.note,
      ]
      return columns.joined(separator: "  ").trimmedAtEnd() + "\n"
    }
    .joined()
  }

  /// The spans below a span, each followed by its own.
  private func rows(
    under parentID: String?,
    depth: Int
  ) -> [(name: String, span: FinishedInMemorySpan)] {
    spans.filter { $0.parentSpanID == parentID }.flatMap { span in
      [(String(repeating: "  ", count: depth) + span.operationName, span)]
        + rows(under: span.spanID, depth: depth + 1)
    }
  }
}

extension FinishedInMemorySpan {
  fileprivate var start: Int { Int(clamping: startInstant.nanosecondsSinceEpoch) }
  fileprivate var end: Int { max(start, Int(clamping: endInstant.nanosecondsSinceEpoch)) }

  /// How the span ended, unless it succeeded.
  fileprivate var note: String {
    if attributes.get("outcome") == .string("cancelled") { return "cancelled" }
    guard let error = errors.first?.error else { return "" }
    return isCancellation(error) ? "cancelled" : "\(error)"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func trimmedAtEnd() -> String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}

import DurableWorkflows
import Foundation
import JSONValues
import ToolSupport

/// A payload on the page with a run: as text, if it is short enough, and as a file.
struct PayloadView {
  let number: Int
  let name: String
  let size: String
  /// The text; `nil` for a payload that is shown only as a file.
  let text: String?
  let note: String?
  let address: String

  /// The number of bytes of a payload that a page shows, and of all payloads together.
  private static let limit = 64 << 10
  private static let totalLimit = 512 << 10

  /// Returns the payloads of a run.
  static func all(of run: RunDetails, steps: [RunDetails.Step]) -> [PayloadView] {
    var all: [(name: String, of: String, key: String?, data: Data)] = []
    all.append(("Input", "input", nil, run.input))
    if let output = run.output { all.append(("Output", "output", nil, output)) }
    for signal in run.signals {
      let child = RunWords.child(of: signal.name).map { "End of run '\($0)'" }
      let name = child ?? "Signal '\(signal.name)'"
      all.append((name, "signal", signal.name, signal.value))
    }
    for step in steps {
      if let value = step.value { all.append((step.path, "step", step.path, value)) }
    }
    var room = totalLimit
    return all.enumerated().map { number, payload in
      let view = PayloadView(
        number: number,
        name: payload.name.shortened,
        payload.data,
        address: Address.to("/value", ["id": run.id, "of": payload.of, "name": payload.key]),
        hasRoom: room > 0
      )
      room -= view.text?.utf8.count ?? 0
      return view
    }
  }

  private init(number: Int, name: String, _ data: Data, address: String, hasRoom: Bool) {
    self.number = number
    self.name = name
    self.address = address
    size = data.count == 1 ? "1 byte" : "\(data.count) bytes"
    if !hasRoom {
      text = nil
      note = "This page shows no more values."
    } else if let whole = String(validating: data, as: UTF8.self) {
      let isLong = data.count > Self.limit
      text = isLong ? Self.lines(of: whole.shortened(to: Self.limit)) : Self.readable(whole)
      note = isLong ? "These are the first \(Self.limit >> 10) kB." : nil
    } else {
      text = nil
      note = "This is no text."
    }
  }

  /// JSON with line breaks, or the text as it is.
  private static func readable(_ text: String) -> String {
    guard let value = try? JSONValue(parsing: text) else { return lines(of: text) }
    return OutputJSON.value(value).rendered(width: 80)
  }

  private static func lines(of text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0).replacing("\t", with: "    ").printable }
      .joined(separator: "\n")
  }
}

extension String {
  /// The text up to a number of bytes, which do not end inside a character.
  fileprivate func shortened(to count: Int) -> String {
    var end = utf8.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return String(self[..<end])
  }
}

extension Trace {
  /// Returns the trace as events for viewers of Chrome's trace format, such as Perfetto or
  /// `chrome://tracing`.
  ///
  /// Each run is a process and each of its lanes a thread, so that viewers show branches below each
  /// other. Times are in microseconds. The arguments of each event contain attempt, outcome and
  /// error.
  ///
  /// - Returns: JSON text. Equal spans give equal text.
  /// - Complexity: O(*n*) in the number of spans.
  public func chromeTraceEvents() -> String {
    let now = now
    var events: [String] = []
    for span in spans {
      let run = span.id.run.number
      if span.parent == nil {
        events.append(
          #"{"name":"process_name","ph":"M","pid":\#(run),"args":{"name":\#(span.runLabel.json)}}"#
        )
      }
      let start = span.start.microseconds
      let end = max(start, (span.end ?? now).microseconds)
      events.append(
        #"{"name":\#(span.name.json),"cat":"step","ph":"X","ts":\#(start),"dur":\#(end - start),"#
          + #""pid":\#(run),"tid":\#(span.lane),"args":{\#(span.arguments)}}"#
      )
    }
    return #"{"displayTimeUnit":"ms","traceEvents":["#
      + events.map { "\n" + $0 }.joined(separator: ",") + "\n]}\n"
  }
}

extension TraceSpan {
  fileprivate var arguments: String {
    let start = #""attempt":\#(attempt),"outcome":\#(outcome.word.json)"#
    if case .failed(error: let error) = outcome { return start + #","error":\#(error.json)"# }
    return start
  }
}

extension TraceSpan.Outcome {
  /// The outcome in one word.
  var word: String {
    switch self {
    case .running: "running"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}

extension String {
  /// The text as a JSON string, with its quotation marks.
  fileprivate var json: String {
    var json = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}

import Foundation
import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct TraceExportTests {
  /// A trace of two runs: one with an attempt that failed, one that failed with an error that needs
  /// escaping.
  private static func makeTrace() async throws -> Trace {
    let clock = ManualClock()
    let trace = Trace(clock: clock)
    let calls = Counter()
    let flaky = Perform("fetch: #1; \"a\" <b> & 100%\n") { (number: Int) in
      clock.advance(by: .milliseconds(250))
      if calls.add() == 1 { throw TestError("<&\"\\\u{1}>") }
      return number
    }
    let save = Perform("save") { (number: Int) in
      clock.advance(by: .microseconds(1500))
      return number
    }
    let workflow = Workflow("weather") {
      flaky.retry(RetryPolicy(attempts: 2))
      save
    }
    _ = try await workflow(1, options: RunOptions(tag: "Oslo", trace: trace))
    calls.add(-calls.value)
    _ = try? await Workflow("other") { flaky }(1, options: RunOptions(trace: trace))
    return trace
  }

  @Test func chromeEventsAreJSONWithTimesInMicroseconds() async throws {
    let trace = try await Self.makeTrace()
    let json = try JSONSerialization.jsonObject(with: Data(trace.chromeTraceEvents().utf8))
    let events = try #require((json as? [String: Any])?["traceEvents"] as? [[String: Any]])
    let names = events.filter { $0["ph"] as? String == "M" }
      .compactMap { ($0["args"] as? [String: Any])?["name"] as? String }
    #expect(names == ["weather · Oslo", "other"])
    let spans = events.filter { $0["ph"] as? String == "X" }
    #expect(spans.map { $0["name"] as? String } == trace.spans.map(\.name))
    #expect(spans.map { $0["ts"] as? Int } == [0, 0, 0, 250_000, 500_000, 501_500, 501_500])
    #expect(
      spans.map { $0["dur"] as? Int } == [
        501_500, 500_000, 250_000, 250_000, 1500, 250_000, 250_000,
      ]
    )
    let arguments = spans.compactMap { $0["args"] as? [String: Any] }
    #expect(arguments.map { $0["attempt"] as? Int } == [1, 1, 1, 2, 1, 1, 1])
    #expect(arguments[2]["outcome"] as? String == "failed")
    #expect(arguments[2]["error"] as? String == "TestError <&\"\\\u{1}>")
    #expect(arguments[3]["error"] == nil)
  }

  @Test func spansThatRunLastUntilNow() async throws {
    let clock = ManualClock()
    let trace = Trace(clock: clock)
    let gate = Gate<Int>()
    let run = Workflow("main") { gate }.start(1, options: RunOptions(trace: trace))
    try await gate.arrival()
    clock.advance(by: .milliseconds(3))
    let json = try JSONSerialization.jsonObject(with: Data(trace.chromeTraceEvents().utf8))
    let events = try #require((json as? [String: Any])?["traceEvents"] as? [[String: Any]])
    let spans = events.filter { $0["ph"] as? String == "X" }
    #expect(spans.map { $0["dur"] as? Int } == [3000, 3000])
    gate.open()
    _ = try await run.value
  }

  @Test(arguments: [500, -500, 36_000_000_000, -36_000_000_000] as [Int64])
  func aClockThatJumpsByYearsIsNoTrap(years: Int64) async throws {
    let clock = JumpingClock()
    let trace = Trace(clock: clock)
    let workflow = Workflow("jumping") {
      Perform("jump") { clock.jump(by: .seconds(86_400 * 365 * years)) }
    }
    try await workflow(options: RunOptions(trace: trace))
    #expect(XMLParser(data: Data(trace.svg().utf8)).parse())
    #expect(trace.mermaidGantt().contains("jump"))
    let events = try JSONSerialization.jsonObject(with: Data(trace.chromeTraceEvents().utf8))
    #expect(events is [String: Any])
  }

  @Test func mermaidHasASectionForEachRunAndNoStraySyntax() async throws {
    let text = try await Self.makeTrace().mermaidGantt(title: "A: title")
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines[0...3] == ["gantt", "title A\u{A789} title", "dateFormat x", "axisFormat %S.%L"])
    #expect(
      lines.filter { $0.hasPrefix("section") } == ["section weather · Oslo", "section other"]
    )
    let tasks = lines.dropFirst(4).filter { !$0.hasPrefix("section") }
    #expect(tasks.count == 5)
    #expect(tasks.allSatisfy { $0.filter { $0 == ":" }.count == 1 && !$0.contains("#") })
    #expect(tasks[1].hasSuffix(", 0, 250"))
    #expect(tasks[1].contains("(attempt 1) :crit, r"))
    #expect(tasks[2].contains("(attempt 2) :done, r"))
    #expect(tasks[3].hasPrefix("save :done, "))
    #expect(tasks[3].hasSuffix(", 500, 501"))
  }

  @Test func mermaidTakesNoNameForACommand() async throws {
    let trace = Trace()
    for name in ["section", "Title page", "call", "click here", "gantt", "2026-01-01 report"] {
      let workflow = Workflow("run") { Increment().named(name) }
      _ = try await workflow(1, options: RunOptions(trace: trace))
    }
    let lines = trace.mermaidGantt().split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.count { $0.hasPrefix("section run") } == 6)
    let tasks = lines.filter { $0.contains(" :done, ") }
    #expect(tasks.count == 6)
    #expect(tasks.allSatisfy { $0.hasPrefix("\u{200B}") })
  }

  @Test func aRunThatSaysTheSameAsItsOnlyStepIsThereAllTheSame() async throws {
    let trace = Trace()
    _ = try await Workflow("same") { Increment().named("same") }(
      1,
      options: RunOptions(trace: trace)
    )
    let lines = trace.mermaidGantt().split(separator: "\n")
    #expect(lines.contains("  section same"))
    #expect(lines.contains { $0.hasPrefix("  same :done, ") })
  }

  @Test func aFailureThatBecameAnOutputIsShown() async throws {
    let trace = Trace()
    let workflow = Workflow("run") { Fail().named("load").asResult() }
    _ = try await workflow(1, options: RunOptions(trace: trace))
    #expect(trace.mermaidGantt().contains("load :crit, "))
    #expect(trace.svg().contains("TestError test"))
  }

  @Test func manyStepsOfOneNameTakeTimeInLine() async throws {
    var traces: [Int: Trace] = [:]
    for count in [1_000, 10_000] {
      let trace = Trace()
      let run = Workflow { Increment().named("last") }
        .prepare(0, options: RunOptions(trace: trace))
      for _ in 0..<count { try run.insert(Increment(), before: "last") }
      try run.start()
      #expect(try await run.value == count + 1)
      traces[count] = trace
    }
    let growth = timeGrowth(from: 1_000, to: 10_000) { count in
      { _ = traces[count]?.svg(maxRows: 1) }
    }
    #expect(growth < 4)
  }

  @Test func theSVGIsWellFormedAndKeepsItsColumnsApart() async throws {
    let svg = try await Self.makeTrace().svg(title: "<A & B>")
    let parser = XMLParser(data: Data(svg.utf8))
    let reader = SVGReader()
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(reader.texts.contains("<A & B>"))
    #expect(reader.texts.contains("weather · Oslo"))
    #expect(reader.texts.contains { $0.hasSuffix("250 ms") })
    #expect(svg.contains("prefers-color-scheme: dark"))
    let labels = reader.elements.filter { $0.class.hasPrefix("label") }
    let bars = reader.elements.filter { $0.class.hasPrefix("bar") && $0.y > 60 }
    let times = reader.elements.filter { $0.class == "time end" }
    #expect(labels.count == 7 && bars.count == 7 && times.count == 7)
    let labelEnd = labels.map { $0.x + 7.6 * Double(min(44, $0.text.count)) }.max() ?? 0
    let timeStart = times.map { $0.x - 7 * Double($0.text.count) }.min() ?? 0
    let barStart = bars.map(\.x).min() ?? 0
    #expect(labelEnd <= timeStart)
    #expect((times.map(\.x).max() ?? 0) < barStart)
    let lines = labels.map(\.y)
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $1 - $0 >= 20 })
  }

  @Test func theTicksOfTheAxisAreFarEnoughApart() async throws {
    for milliseconds in [0, 1, 7, 99, 1_001, 65_000, 3_600_000] {
      let clock = ManualClock()
      let trace = Trace(clock: clock)
      let step = Perform { (_: Int) in clock.advance(by: .milliseconds(milliseconds)) }
      try await step.then { $0 }(1, options: RunOptions(trace: trace))
      let reader = SVGReader()
      let parser = XMLParser(data: Data(trace.svg().utf8))
      parser.delegate = reader
      #expect(parser.parse())
      let ticks = reader.elements.filter { $0.class == "tick" }
      #expect(!ticks.isEmpty)
      for (left, right) in zip(ticks, ticks.dropFirst()) {
        #expect(right.x - left.x >= 3.5 * Double(left.text.count + right.text.count) + 8)
      }
    }
  }

  @Test(arguments: [
    "w", "\u{6771}\u{4EAC}", "\u{D55C}\u{AE00}", "\u{2600}", "\u{1F326}", "e\u{301}",
  ])
  func labelsOfAnyLengthAndScriptStayInTheirColumn(_ piece: String) async throws {
    let trace = Trace()
    for count in [1, 9, 80] {
      let workflow = Increment().named(String(repeating: piece, count: count)).then { $0 }
      _ = try await workflow(1, options: RunOptions(trace: trace))
    }
    let reader = SVGReader()
    let parser = XMLParser(data: Data(trace.svg().utf8))
    parser.delegate = reader
    #expect(parser.parse())
    let labels = reader.elements.filter { $0.class.hasPrefix("label") }
    let times = reader.elements.filter { $0.class == "time end" }
    // A letter is at most as wide as the font size, and a Latin one hardly more than two thirds of
    // it.
    let letter = piece.unicodeScalars.allSatisfy { $0.value < 0x1100 } ? 7.6 : 13
    let end = labels.map { $0.x + letter * Double($0.text.count) }.max() ?? .infinity
    #expect(end <= (times.map { $0.x - 7 * Double($0.text.count) }.min() ?? 0))
    #expect(labels.contains { $0.text.hasSuffix("\u{2026}") })
  }

  @Test func aLongTraceIsCutWithANote() async throws {
    let trace = try await Self.makeTrace()
    #expect(trace.svg(maxRows: 3).contains("and 4 more"))
    #expect(Trace().svg().hasSuffix("</svg>\n"))
    #expect(Trace().chromeTraceEvents().contains("traceEvents"))
    #expect(Trace().mermaidGantt().hasPrefix("gantt\n"))
  }
}

/// Collects the visible elements of an SVG.
private final class SVGReader: NSObject, XMLParserDelegate {
  struct Element {
    let `class`: String
    let x: Double
    let y: Double
    var text = ""
  }

  var elements: [Element] = []
  var texts: [String] { elements.map(\.text) }
  private var isInText = false

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    isInText = name == "text"
    guard name == "text" || name == "rect" else { return }
    elements.append(
      Element(
        class: attributes["class"] ?? "",
        x: attributes["x"].flatMap(Double.init) ?? 0,
        y: attributes["y"].flatMap(Double.init) ?? 0
      )
    )
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    isInText = false
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isInText { elements[elements.count - 1].text += text }
  }
}

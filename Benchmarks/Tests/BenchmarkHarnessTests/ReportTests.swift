import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif
import Testing

@testable import BenchmarkHarness

@Suite struct ReportTests {
  let report = Report(
    rounds: 5,
    measurements: [
      Measurement(
        name: "chain",
        unit: "link",
        rounds: 5,
        bar: Bar(ratio: 0.3, allocations: 2),
        ours: Cost(name: "tenon", nanoseconds: 50, quartiles: [49, 51], allocations: 2.1),
        peers: [
          Cost(name: "other", nanoseconds: 200, quartiles: [190, 210], allocations: nil),
          Cost(name: "third", nanoseconds: 300, quartiles: [290, 310], allocations: 4),
        ],
        ratio: 0.25
      )
    ],
    footprints: [
      Footprint(name: "bytes", unit: "future", bar: 100, ours: 96, peer: 120, peerName: "other")
    ]
  )

  @Test func ratiosAreNameAndNumber() {
    #expect(report.ratios == "chain 0.250\nbytes 0.800")
  }

  @Test func tablesLineUpAndMarkBars() {
    #expect(
      report.table == """
        name   op    ours ns/op  peer ns/op  ratio  bar          ours allocs/op  bar             peer allocs/op  peer
        chain  link        50.0       200.0  0.250  <= 0.30 met            2.10  <= 2.00 MISSED               -  other
                                      300.0                                                                4.00  third

        name   of one  ours bytes  bar         peer bytes  peer
        bytes  future        96.0  <= 100 met       120.0  other

        missed: chain (allocations)
        """
    )
  }

  @Test func whatCouldNotBeMeasuredMissesNothing() {
    #expect(Verdict(nil, atMost: 1) == .reported)
    #expect(Verdict(1, atMost: nil) == .reported)
    #expect(Verdict(1, atMost: 1) == .met)
    #expect(Verdict(1.01, atMost: 1) == .missed)
  }

  @Test func jsonHoldsEverything() throws {
    let decoded = try JSONDecoder().decode(Report.self, from: Data(try report.json().utf8))
    #expect(decoded == report)
  }

  @Test func chartIsWellFormedAndNamesEverySide() throws {
    let svg = Chart(of: report.measurements, title: "A < B & \"C\"").svg
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    for text in ["chain", "tenon", "other", "third", "A &lt; B"] {
      #expect(svg.contains(text))
    }
  }

  @Test func theLongestBarOfAGroupFillsTheWidth() {
    let bars = Chart(of: report.measurements, title: "").svg.matches(of: /" width="(\d+)" height/)
      .compactMap { Int($0.output.1) }.suffix(3)
    #expect(bars.max() == bars.last)
    #expect(bars.first == bars.last.map { Int((Double($0) / 6).rounded()) })
  }
}

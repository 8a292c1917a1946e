import Foundation
import Testing

@testable import BenchmarkHarness

@Suite struct ReportTests {
  let report = Report(
    rounds: 5,
    measurements: [
      Measurement(
        name: "chain",
        unit: "link",
        ours: Cost(name: "tenon", nanoseconds: 50, quartiles: [49, 51], allocations: 2.1),
        peer: Cost(name: "other", nanoseconds: 200, quartiles: [190, 210], allocations: nil)
      )
    ]
  )

  @Test func ratiosAreNameAndNumber() {
    #expect(report.ratios == "chain 0.250")
  }

  @Test func tableLinesUpAndMarksWhatCouldNotBeCounted() {
    #expect(
      report.table == """
        name   op    ours ns/op  peer ns/op  ratio  ours allocs/op  peer allocs/op  peer
        chain  link        50.0       200.0  0.250            2.10               -  other
        """
    )
  }

  @Test func jsonHoldsEverything() throws {
    let decoded = try JSONDecoder().decode(Report.self, from: Data(try report.json().utf8))
    #expect(decoded == report)
  }
}

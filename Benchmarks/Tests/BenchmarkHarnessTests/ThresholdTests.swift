import Foundation
import Testing

@testable import BenchmarkHarness

@Suite struct ThresholdTests {
  let thresholds = Thresholds(allocations: ["chain": 2, "hop": 4], bytes: ["footprint": 160])

  private func counts(chain: Double = 2, hop: Double = 4, bytes: Double = 160) -> Counts {
    Counts(
      allocations: [
        "chain": Counts.Count(value: chain, isExact: true),
        "hop": Counts.Count(value: hop, isExact: false),
      ],
      bytes: ["footprint": bytes]
    )
  }

  @Test func countsAtTheirThresholdPass() {
    let check = ThresholdCheck(of: counts(), against: thresholds)
    #expect(check.failures.isEmpty)
    #expect(check.remarks.isEmpty)
  }

  @Test func oneMoreAllocationFails() {
    let check = ThresholdCheck(of: counts(chain: 3), against: thresholds)
    #expect(check.failures == ["chain: 3.000 allocations an operation, the threshold is 2.000."])
  }

  @Test func moreBytesFail() {
    let check = ThresholdCheck(of: counts(bytes: 176), against: thresholds)
    #expect(check.failures == ["footprint: 176.000 bytes, the threshold is 160.000."])
  }

  @Test func farFewerAreRemarked() {
    let check = ThresholdCheck(of: counts(hop: 2), against: thresholds)
    #expect(check.failures.isEmpty)
    #expect(
      check.remarks == [
        "hop: 2.000 allocations an operation, far below the threshold of 4.000."
      ]
    )
  }

  @Test func namesMustMatch() {
    let known = Thresholds(allocations: ["chain": 2, "gone": 1], bytes: ["footprint": 160])
    let check = ThresholdCheck(of: counts(), against: known)
    #expect(
      check.failures == [
        "hop has no threshold; it came to 4.000 allocations an operation.",
        "gone has a threshold of allocations an operation but no benchmark.",
      ]
    )
    let partial = ThresholdCheck(of: counts(), against: known, isPartial: true)
    #expect(partial.failures.count == 1)
  }

  @Test func writtenThresholdsHoldForTheCountsTheyCameFrom() throws {
    let counts = counts(chain: 1.30012, hop: 4.51)
    let written = try Thresholds(json: Thresholds.around(counts).json())
    #expect(written.allocations["chain"] == 1.311)
    #expect(written.allocations["hop"] == 5.187)
    #expect(ThresholdCheck(of: counts, against: written).failures.isEmpty)
  }

  // In a process of its own: allocations of every thread count, the test library's too.
  @Test(.enabled(if: AllocationCounting.isAvailable))
  func liveBytesAreThoseOfWhatIsLeft() async {
    await #expect(processExitsWith: .success) {
      var kept: UnsafeMutableRawPointer?
      let bytes = AllocationCounting.liveBytes {
        for _ in 0..<100 { _ = opaque([Int](repeating: 1, count: 50)) }
        kept = UnsafeMutableRawPointer.allocate(byteCount: 4_000, alignment: 16)
      }
      kept?.deallocate()
      #expect(bytes.map { (4_000..<4_100).contains($0) } == true)
    }
  }
}

import Testing

@testable import BenchmarkHarness

@Suite struct QuantileTests {
  @Test func medianOfAnOddCountIsTheMiddleOne() {
    #expect(quantile(0.5, of: [9, 1, 5]) == 5)
  }

  @Test func medianOfAnEvenCountLiesBetweenTheTwoMiddleOnes() {
    #expect(quantile(0.5, of: [4, 1, 3, 2]) == 2.5)
  }

  @Test func oneOutlierLeavesTheMedianAlone() {
    #expect(quantile(0.5, of: [10, 11, 12, 13, 9_000]) == 12)
  }

  @Test func endsAreTheLeastAndTheGreatest() {
    #expect(quantile(0, of: [3, 1, 2]) == 1)
    #expect(quantile(1, of: [3, 1, 2]) == 3)
  }
}

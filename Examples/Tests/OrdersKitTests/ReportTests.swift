import DurableWorkflows
import Testing

@testable import OrdersKit

@Suite struct ReportTests {
  private func report(_ steps: [Journal.Step], asked: Int = 1, charged: Int = 1) -> Report {
    Report(
      orders: [
        RunSummary(id: "order-1", workflow: "fulfil order", status: .succeeded, submitted: 0)
      ],
      entries: steps.map { Journal.Entry(step: $0, order: "order-1", process: 1) },
      requests: ["order-1": (asked, charged)]
    )
  }

  @Test func aStepThatRanTwiceBeforeItsRecordIsFine() {
    let report = report([.reserve, .charge, .charge, .pack, .ship], asked: 2)
    #expect(report.isFine)
    #expect("\(report)".contains("  charge of order-1, 2 times: "))
    #expect("\(report)".contains("Ran once: 3 steps."))
  }

  @Test func aStepWithoutACheckpointMayRunAgain() {
    #expect(report([.reserve, .charge, .pack, .ship, .pack, .ship]).isFine)
  }

  @Test func aRecordedStepThatRanAgainIsNotFine() {
    let report = report([.reserve, .charge, .reserve, .pack, .ship])
    #expect(!report.isFine)
    #expect(report.repetitions == ["reserve of order-1"])
  }

  @Test(arguments: [0, 2]) func aSentOrderIsPaidOnce(charged: Int) {
    #expect(!report([.reserve, .charge, .pack, .ship], asked: 2, charged: charged).isFine)
  }
}

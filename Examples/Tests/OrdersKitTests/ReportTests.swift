@_spi(Stores) import DurableWorkflows
import Testing

@testable import OrdersKit

@Suite struct ReportTests {
  private func report(
    _ steps: [Journal.Step],
    asked: Int = 1,
    charged: Int = 1,
    begun: [Int: Int] = [:],
    status: DurableRunStatus = .succeeded
  ) -> Report {
    Report(
      orders: [
        RunSummary(id: "order-1", workflow: "fulfil order", status: status, submitted: 0)
      ],
      entries: steps.enumerated().map { index, step in
        Journal.Entry(step: step, order: "order-1", process: 1, after: begun[index] ?? index)
      },
      accounts: ["order-1": Bank.Account(asked: asked, charged: charged)]
    )
  }

  @Test func aStepThatRanTwiceBeforeItsRecordIsFine() {
    let report = report([.reserve, .charge, .charge, .pack, .ship], asked: 2)
    #expect(report.isFine)
    #expect("\(report)".contains("  charge of order-1, 2 times: "))
    #expect("\(report)".contains("Ran once: 3 steps."))
  }

  @Test func aRecordedStepThatRanAgainIsNotFine() {
    let report = report([.reserve, .charge, .reserve, .pack, .ship])
    #expect(!report.isFine)
    #expect(report.repetitions == ["reserve of order-1"])
  }

  @Test func aStepThatASuspendedProcessEndsIsFine() {
    let steps: [Journal.Step] = [.reserve, .charge, .reserve, .pack, .ship]
    #expect(report(steps, begun: [2: 0]).isFine)
    #expect(!report(steps, begun: [2: 2]).isFine)
  }

  @Test(arguments: [0, 2]) func aSentOrderIsPaidOnce(charged: Int) {
    #expect(!report([.reserve, .charge, .pack, .ship], asked: 2, charged: charged).isFine)
  }

  @Test(arguments: [DurableRunStatus.cancelled, .failed])
  func whatWasNotSentIsPaidBack(status: DurableRunStatus) {
    #expect(report([.reserve, .charge], asked: 2, charged: 0, status: status).isFine)
    #expect(!report([.reserve, .charge], status: status).isFine)
  }
}

import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

@Suite struct NetworkActivityTests {
  private let log = Log<Bool>()

  @Test func theClosureHearsOfTheFirstAndTheLast() {
    let activity = NetworkActivity(on: .inline) { [log] in log.add($0) }
    activity.begin()
    activity.begin()
    #expect(activity.count == 2)
    #expect(activity.count > 0)
    activity.end()
    #expect(log.all == [true])
    activity.end()
    #expect(log.all == [true, false])
    #expect(activity.count == 0)
  }

  @Test func theCountIsNeverNegative() {
    let activity = NetworkActivity(on: .inline) { [log] in log.add($0) }
    activity.end()
    activity.end()
    #expect(activity.count == 0)
    activity.begin()
    #expect(activity.count == 1)
    #expect(log.all == [true])
  }

  @Test func whatWasUndoneBeforeTheClosureRanIsLeftOut() {
    let manual = ManualContext()
    let activity = NetworkActivity(on: manual.context) { [log] in log.add($0) }
    activity.begin()
    activity.end()
    activity.begin()
    manual.runAll()
    #expect(log.all == [true])
    activity.end()
    manual.runAll()
    #expect(log.all == [true, false])
  }

  @Test func duringEndsAlsoAfterAnError() async {
    let activity = NetworkActivity(on: .inline) { [log] in log.add($0) }
    await #expect(throws: TestError()) {
      try await activity.during {
        #expect(activity.count == 1)
        throw TestError()
      }
    }
    #expect(activity.count == 0)
    #expect(log.all == [true, false])
  }
}

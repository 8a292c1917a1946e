import Foundation
import Futures
import FuturesFoundation
import Testing
import TestSupport

extension Notification.Name {
  fileprivate static let changed = Notification.Name("changed")
}

@Suite(.timeLimit(.minutes(10)))
struct FutureNotificationRaceTests {
  let center = NotificationCenter()

  @Test func takesOneOfManyNotificationsAtOnce() async throws {
    for _ in 1...50 {
      let values = Log<Int>()
      let first = center.futureNotification(named: .changed) { $0.userInfo?["number"] as? Int }
      first.onSuccess { values.add($0) }
      await withTaskGroup { group in
        for number in 1...4 {
          group.addTask { [center] in
            center.post(name: .changed, object: nil, userInfo: ["number": number])
          }
        }
      }
      #expect(values.all == [try #require(first.currentValue)])
    }
  }

  @Test func cancellingWhileSomebodyPostsLosesOrWins() async {
    for _ in 1...200 {
      let log = Log<Int>()
      let first = center.futureNotification(named: .changed) { _ in log.add(1) }
      await withTaskGroup { group in
        group.addTask { [center] in center.post(name: .changed, object: nil) }
        group.addTask { first.cancel() }
      }
      #expect(first.isSettled)
      let count = log.all.count
      center.post(name: .changed, object: nil)
      #expect(log.all.count == count)
    }
  }

  @Test func observingWhileSomebodyPostsMissesNothingLater() async {
    for _ in 1...200 {
      let first = await withTaskGroup { group in
        group.addTask { [center] in
          center.post(name: .changed, object: nil)
          return Future<Void, any Error>(value: ())
        }
        group.addTask { [center] in center.futureNotification(named: .changed) }
        return await group.reduce(into: []) { $0.append($1) }
      }
      center.post(name: .changed, object: nil)
      #expect(first.allSatisfy { $0.currentValue != nil })
    }
  }
}

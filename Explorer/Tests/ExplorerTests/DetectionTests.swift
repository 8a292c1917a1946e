import Explorer
import Synchronization
import Testing

@testable import Futures

extension ExplorerTests {
  /// What the explorer finds, with the schedule that shows it.
  @Suite struct DetectionTests {
    /// Two threads add to a counter; `adds` says how.
    private func counting(_ add: @escaping @Sendable (borrowing EngineAtomic<UInt>) -> Void)
      -> Scenario
    {
      Scenario("counting", threads: 2) { run in
        let counter = Shared(EngineAtomic<UInt>(0))
        for _ in 1...2 { run.thread { add(counter.value) } }
        run.finally { expect(counter.value.load(ordering: .relaxed), is: 2, "count") }
      }
    }

    @Test func findsALostUpdate() throws {
      let scenario = counting { counter in
        let value = counter.load(ordering: .acquiring)
        counter.store(value + 1, ordering: .releasing)
      }
      let finding = try #require(scenario.explore(.few).finding)
      #expect(finding.defect == "count: 1 instead of 2")

      let printed = finding.schedule.description
      let schedule = try #require(Schedule(printed))
      let replayed = try #require(scenario.replay(schedule))
      #expect(replayed.defect == finding.defect)
      #expect(replayed.schedule == finding.schedule)
      #expect(scenario.replay(schedule.withoutTurns) == nil)
    }

    @Test func updatesAreNotLost() {
      let scenario = counting { $0.wrappingAdd(1, ordering: .relaxed) }
      #expect(scenario.explore(.many).finding == nil)
    }

    @Test func weakExchangeWithoutALoop() {
      let scenario = Scenario("weak exchange", threads: 1) { run in
        let counter = Shared(EngineAtomic<UInt>(0))
        run.thread {
          _ = counter.value.weakCompareExchange(
            expected: 0,
            desired: 1,
            ordering: .acquiringAndReleasing
          )
        }
        run.finally { expect(counter.value.load(ordering: .relaxed), is: 1, "count") }
      }
      #expect(scenario.explore(Bounds(preemptions: 1)).finding == nil)
      #expect(scenario.explore(Bounds(preemptions: 1, spuriousFailures: 1)).finding != nil)
    }

    /// Every order of two operations each, and no order twice.
    @Test func enumeratesEverySchedule() {
      let orders = Notes<[Int]>()
      let scenario = Scenario("orders", threads: 2) { run in
        let number = Shared(EngineAtomic<UInt>(0))
        let order = Notes<Int>()
        for thread in 1...2 {
          run.thread {
            for _ in 1...2 {
              number.value.wrappingAdd(1, ordering: .relaxed)
              order.add(thread)
            }
          }
        }
        run.finally { orders.add(order.all) }
      }
      _ = scenario.explore(.many)
      #expect(
        Set(orders.all) == [
          [1, 1, 2, 2], [1, 2, 1, 2], [1, 2, 2, 1], [2, 1, 1, 2], [2, 1, 2, 1], [2, 2, 1, 1],
        ]
      )
    }

    /// Each thread has to be interrupted once.
    @Test func keepsToTheBound() {
      let scenario = Scenario("two interruptions", threads: 2) { run in
        let turn = Shared(EngineAtomic<UInt>(0))
        let order = Notes<Int>()
        for thread in 1...2 {
          run.thread {
            for _ in 1...2 {
              turn.value.wrappingAdd(1, ordering: .relaxed)
              order.add(thread)
            }
          }
        }
        run.finally { expect(order.all != [1, 2, 1, 2], "by turns") }
      }
      #expect(scenario.explore(Bounds(preemptions: 1)).finding == nil)
      #expect(scenario.explore(Bounds(preemptions: 2)).finding?.defect == "by turns")
    }

    @Test func findsADeadlock() {
      let scenario = Scenario("two locks", threads: 2) { run in
        let first = Locked(0)
        let second = Locked(0)
        run.thread { first.withLock { _ in second.withLock { $0 += 1 } } }
        run.thread { second.withLock { _ in first.withLock { $0 += 1 } } }
      }
      #expect(scenario.explore(.few).finding?.defect == "deadlock: every thread waits")
    }

    @Test func lockOrdersWhatItGuards() {
      let scenario = Scenario("one lock", threads: 2) { run in
        let box = Box()
        let lock = Locked(())
        for _ in 1...2 { run.thread { lock.withLock { _ in box.content += 1 } } }
        run.finally { expect(box.content, is: 2, "count") }
      }
      #expect(scenario.explore(.many).finding == nil)
    }

    @Test func racesWithoutALock() throws {
      let scenario = Scenario("no lock", threads: 2) { run in
        let box = Box()
        for _ in 1...2 { run.thread { box.content += 1 } }
      }
      let defect = try #require(scenario.explore(.few).finding?.defect)
      #expect(defect.contains("race on offset 16 of ExplorerTests.Box"), "\(defect)")
    }

    @Test func useOfFreedMemory() throws {
      let scenario = Scenario("freed", threads: 2) { run in
        let flag = Shared(EngineAtomic<UInt>(0))
        let reference = Unmanaged.passRetained(Box())
        run.thread {
          reference.release()
          flag.value.store(1, ordering: .releasing)
        }
        run.thread {
          if flag.value.load(ordering: .acquiring) == 1 {
            expect(reference._withUnsafeGuaranteedRef { $0.content }, is: 0, "content")
          }
        }
      }
      let defect = try #require(scenario.explore(.few).finding?.defect)
      #expect(defect.contains("of a freed ExplorerTests.Box"), "\(defect)")
    }

    /// The last of several references goes on a thread that has read nothing of what others wrote.
    @Test func referencesOrderWhatComesBeforeTheEnd() {
      let scenario = Scenario("references", threads: 2) { run in
        let box = Box()
        let other = Shared(box)
        run.thread { box.content = 7 }
        run.thread { withExtendedLifetime(other) {} }
      }
      #expect(scenario.explore(.many).finding == nil)
    }

    @Test func findsALeak() {
      let scenario = Scenario("leak", threads: 1) { run in
        run.thread { _ = Unmanaged.passRetained(Shared(EngineAtomic<UInt>(0))) }
      }
      #expect(scenario.explore(.few).finding?.defect == "leak: 1 cells are alive at the end")
    }

    @Test func findsACrash() {
      let scenario = Scenario("crash", threads: 2) { run in
        let number = Shared(EngineAtomic<UInt>(0))
        run.thread { number.value.store(1, ordering: .relaxed) }
        run.thread { precondition(number.value.load(ordering: .relaxed) == 0, "as it shall") }
      }
      let finding = scenario.explore(.few).finding
      #expect(finding?.defect.hasPrefix("the engine crashed") == true)
    }

    @Test func waitingForNothing() {
      let scenario = Scenario("wait", threads: 1) { run in
        let mailbox = Mailbox<Int>()
        run.thread { _ = mailbox.take() }
      }
      #expect(scenario.explore(.few).finding?.defect == "deadlock: every thread waits")
    }
  }
}

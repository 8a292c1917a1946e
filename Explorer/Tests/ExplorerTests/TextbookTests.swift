import Explorer
import Synchronization
import Testing

@testable import Futures

extension ExplorerTests {
  /// Examples from the textbooks, broken and right, that the explorer must tell apart.
  @Suite struct TextbookTests {
    /// Two threads each raise a flag and look at the other's.
    private func dekker(
      _ store: AtomicStoreOrdering,
      _ load: AtomicLoadOrdering
    ) -> Scenario {
      Scenario("Dekker", threads: 2) { run in
        let flags = Shared(Pair())
        let entered = Notes<Int>()
        run.thread {
          flags.value.first.store(1, ordering: store)
          if flags.value.second.load(ordering: load) == 0 { entered.add(1) }
        }
        run.thread {
          flags.value.second.store(1, ordering: store)
          if flags.value.first.load(ordering: load) == 0 { entered.add(2) }
        }
        run.finally { expect(entered.all.count <= 1, "both entered") }
      }
    }

    @Test func dekkerWithRelaxedOrders() {
      #expect(dekker(.relaxed, .relaxed).explore(.few).finding?.defect == "both entered")
    }

    @Test func dekkerWithAcquireAndRelease() {
      #expect(dekker(.releasing, .acquiring).explore(.few).finding?.defect == "both entered")
    }

    @Test func dekkerWithSequentialOrders() {
      let report = dekker(.sequentiallyConsistent, .sequentiallyConsistent).explore(.many)
      #expect(report.finding == nil)
      #expect(report.schedules >= 6)
    }

    /// One thread writes plain memory and raises a flag; the other reads it once the flag is up.
    private func message(
      _ store: AtomicStoreOrdering,
      _ load: AtomicLoadOrdering
    ) -> Scenario {
      Scenario("message", threads: 2) { run in
        let flag = Shared(EngineAtomic<UInt>(0))
        let box = Box()
        run.thread {
          box.content = 7
          flag.value.store(1, ordering: store)
        }
        run.thread {
          if flag.value.load(ordering: load) == 1 { expect(box.content, is: 7, "content") }
        }
      }
    }

    @Test(arguments: [true, false])
    func messageWithOneOrderRelaxed(isStoreRelaxed: Bool) {
      let scenario =
        isStoreRelaxed ? message(.relaxed, .acquiring) : message(.releasing, .relaxed)
      let defect = scenario.explore(.few).finding?.defect ?? ""
      #expect(defect.hasPrefix("race on offset 16"), "\(defect)")
    }

    @Test func messageWithAcquireAndRelease() {
      #expect(message(.releasing, .acquiring).explore(.many).finding == nil)
    }

    /// The message is an atomic value itself: no race, but an old value.
    @Test func atomicMessageWithRelaxedOrders() {
      let scenario = Scenario("atomic message", threads: 2) { run in
        let flag = Shared(Pair())
        run.thread {
          flag.value.second.store(7, ordering: .relaxed)
          flag.value.first.store(1, ordering: .relaxed)
        }
        run.thread {
          if flag.value.first.load(ordering: .acquiring) == 1 {
            expect(flag.value.second.load(ordering: .relaxed), is: 7, "message")
          }
        }
      }
      #expect(scenario.explore(.few).finding?.defect == "message: 0 instead of 7")
    }

    /// A relaxed update in between hands on what the store before it released.
    @Test func updatesContinueARelease() {
      let scenario = Scenario("release sequence", threads: 3) { run in
        let flag = Shared(EngineAtomic<UInt>(0))
        let box = Box()
        run.thread {
          box.content = 7
          flag.value.store(1, ordering: .releasing)
        }
        run.thread { flag.value.wrappingAdd(2, ordering: .relaxed) }
        run.thread {
          if flag.value.load(ordering: .acquiring) == 3 { expect(box.content, is: 7, "content") }
        }
      }
      let defect = scenario.explore(.many).finding?.defect
      // A store after the update would hide it; an update after the store must not.
      #expect(defect == nil)
    }

    @Test func aThreadNeverReadsBackwards() {
      let scenario = Scenario("coherence", threads: 2) { run in
        let number = Shared(EngineAtomic<UInt>(0))
        let seen = Notes<UInt>()
        run.thread {
          for value in 1...2 as ClosedRange<UInt> { number.value.store(value, ordering: .relaxed) }
        }
        run.thread { for _ in 1...2 { seen.add(number.value.load(ordering: .relaxed)) } }
        run.finally { expect(seen.all[0] <= seen.all[1], "\(seen.all)") }
      }
      #expect(scenario.explore(.many).finding == nil)
    }
  }
}

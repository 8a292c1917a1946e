@_spi(Stores) internal import DurableWorkflows
internal import Foundation

extension RunStoreConformance {
  // A store that reports that it keeps no schedules passes all rules about them.
  static let scheduleChecks: [Check] = [
    check("A schedule is kept until it is removed") { trial in
      let later = try await trial.now() + 3_600_000
      var schedule = trial.schedule(next: later)
      try trial.expect(await trial.store.setSchedule(schedule), true, "The answer")
      schedule.revision = 1
      try trial.expect(await trial.store.schedules(), [schedule], "The schedules")
      let other = trial.schedule("a", input: nil, next: nil)
      try trial.expect(await trial.store.setSchedule(other), true, "The second answer")
      try trial.expect(await trial.store.schedules().map(\.name), ["a", "daily"], "The names")
      try trial.expect(await trial.store.schedules().first?.input, Data?.none, "No input")
      try trial.expect(await trial.store.removeSchedule("a"), true, "Removing it")
      try trial.expect(await trial.store.removeSchedule("a"), false, "Removing it again")
      try trial.expect(await trial.store.schedules(), [schedule], "What is left")
    },
    check("A schedule that does the same stays as it is, and another one replaces it") { trial in
      let now = try await trial.now()
      _ = try await trial.store.setSchedule(trial.schedule(next: now + 1000))
      let same = try await trial.store.setSchedule(trial.schedule(next: now + 5000))
      try trial.expect(same, false, "The answer for the same")
      try trial.expect(await trial.store.schedules().first?.next, now + 1000, "Its time")
      for other in [
        trial.schedule(rule: "other", next: now + 6000), trial.schedule(next: now + 7000),
        trial.schedule(input: nil, next: now + 8000),
        trial.schedule(workflow: "two", input: nil, next: now + 9000),
        trial.schedule(workflow: "two", version: 2, input: nil, next: now + 10_000),
        trial.schedule(workflow: "two", version: 2, input: nil, place: "p", next: now + 11_000),
      ] {
        try trial.expect(await trial.store.setSchedule(other), true, "The answer for another")
        try trial.expect(await trial.store.schedules().first?.next, other.next, "Its time")
      }
      try trial.expect(await trial.store.schedules().first?.revision, 7, "Its revision")
      try trial.expect(await trial.store.schedules().first?.version, 2, "Its version")
      try trial.expect(await trial.store.schedules().first?.place, trial.data("p"), "Its place")
      _ = try await trial.store.setSchedule(
        trial.schedule(workflow: "flow", place: "p", next: now)
      )
      let due = try await trial.store.claim(trial.request()).schedules
      try trial.expect(due.map(\.place), [trial.data("p")], "The place of one that is due")
    },
    check("A schedule that is paused is not due, and plans anew when it is resumed") { trial in
      let now = try await trial.now()
      let store = trial.store
      _ = try await store.setSchedule(trial.schedule(next: now))
      let due = try await store.claim(trial.request()).schedules
      let seen = try trial.unwrap(due.first, "A schedule that is due")
      try trial.expect(await store.setPaused(true, ofSchedule: "daily"), true, "Pausing it")
      try trial.expect(await store.setPaused(true, ofSchedule: "daily"), true, "Pausing it again")
      try trial.expect(await store.setPaused(true, ofSchedule: "other"), false, "Another one")
      let paused = try trial.unwrap(await store.schedules().first, "The schedule")
      try trial.expect(paused.isPaused, true, "It is paused")
      try trial.expect(paused.revision, seen.revision + 1, "Its revision")
      try trial.expect(await store.fire(trial.firing(seen, ["one"], next: nil)), nil, "Firing it")
      _ = try await store.setSchedule(trial.schedule("later", next: now + 3_600_000))
      _ = try await store.setSchedule(trial.schedule(rule: "other", next: now + 1_800_000))
      try trial.expect(await store.schedules().first?.isPaused, true, "After it was replaced")
      let none = try await store.claim(trial.request())
      try trial.expect(none.schedules, [], "Those that are due")
      try trial.expect(none.nextSchedule, now + 3_600_000, "When the next one is")
      try trial.expect(await store.setPaused(false, ofSchedule: "daily"), true, "Resuming it")
      let again = try await store.claim(trial.request()).schedules
      try trial.expect(again.map(\.next), [StoredSchedule.unplanned], "Its next time")
      try trial.expect(again.map(\.isPaused), [false], "It is not paused")
      let firing = trial.firing(try trial.unwrap(again.first, "It"), [], next: now + 9000)
      try trial.expect(await store.fire(firing), [], "Planning it")
      _ = try await store.setPaused(false, ofSchedule: "daily")
      try trial.expect(await store.schedules().first?.next, now + 9000, "Resuming it again")
    },
    check("The run of a schedule whose key is taken is left out") { trial in
      guard trial.store.keepsQueues else { return }
      let now = try await trial.now()
      _ = try await trial.store.setSchedule(trial.schedule(next: now))
      let due = try await trial.store.claim(trial.request()).schedules
      let seen = try trial.unwrap(due.first, "A schedule that is due")
      var firing = trial.firing(seen, ["one", "two", "three"], next: nil)
      for (index, ifTaken) in [QueuePlace.TakenKey.keep, .keep, .replace].enumerated() {
        firing.runs[index].place = QueuePlace("reports", key: "daily", ifTaken: ifTaken)
      }
      let answers = try await trial.store.fire(firing)
      try trial.expect(answers, [.new, .taken(by: "one"), .new], "The answers")
      try trial.expect(await trial.store.load("two"), nil, "The run that was left out")
      let queues = [RunQueue("reports")]
      try trial.expect(await trial.ids(trial.request(limit: 9, queues: queues)), ["three"], "Runs")
    },
    check("A claim names the schedules of its workflows that are due") { trial in
      let now = try await trial.now()
      _ = try await trial.store.setSchedule(trial.schedule("b", next: now - 2))
      _ = try await trial.store.setSchedule(trial.schedule("a", next: now - 1))
      _ = try await trial.store.setSchedule(trial.schedule("c", next: now + 7_200_000))
      _ = try await trial.store.setSchedule(trial.schedule("d", next: now + 3_600_000))
      _ = try await trial.store.setSchedule(trial.schedule("e", next: nil))
      _ = try await trial.store.setSchedule(trial.schedule("f", workflow: "two", next: now - 3))
      _ = try await trial.store.setSchedule(trial.schedule("g", version: 2, next: now - 4))
      for limit in [0, 1] {
        let answer = try await trial.store.claim(trial.request(limit: limit))
        try trial.expect(answer.schedules.map(\.name), ["b", "a"], "Those that are due")
        try trial.expect(answer.nextSchedule, now + 3_600_000, "When the next one is")
        try trial.expect(answer.runs, [], "The runs")
      }
      let other = try await trial.store.claim(trial.request(of: ["two"]))
      try trial.expect(other.schedules.map(\.name), ["f"], "Those of another workflow")
      try trial.expect(other.nextSchedule, nil, "When its next one is")
      let second = try await trial.store.claim(trial.request(version: 2))
      try trial.expect(second.schedules.map(\.name), ["g"], "Those of another version")
    },
    check("A schedule submits its runs once") { trial in
      let now = try await trial.now()
      _ = try await trial.store.setSchedule(trial.schedule(next: now))
      let due = try await trial.store.claim(trial.request()).schedules
      let seen = try trial.unwrap(due.first, "A schedule that is due")
      var firing = trial.firing(seen, ["one", "two"], next: now + 3_600_000)
      let record = RunRow.Record(
        value: trial.data("1"),
        type: "Type",
        isCompensated: false,
        sequence: 1,
        time: now
      )
      firing.runs[0].records[trial.path("a")] = record
      try trial.expect(await trial.store.fire(firing), [.new, .new], "The first time")
      try trial.expect(await trial.store.fire(firing), nil, "The second time")
      let after = try trial.unwrap(await trial.store.schedules().first, "The schedule")
      try trial.expect(after.next, now + 3_600_000, "When it is due")
      try trial.expect(after.revision, seen.revision + 1, "Its revision")
      let ids = try await trial.ids(trial.request(limit: 9))
      try trial.expect(Set(ids), ["one", "two"], "The runs")
      try trial.expect(await trial.load("one").input, trial.data("one"), "The input of a run")
      let records = try await trial.load("one").records
      try trial.expect(records, [trial.path("a"): record], "The records that it begins with")
    },
    check("A schedule that was changed meanwhile submits nothing") { trial in
      let now = try await trial.now()
      _ = try await trial.store.setSchedule(trial.schedule(next: now))
      let due = try await trial.store.claim(trial.request()).schedules
      let seen = try trial.unwrap(due.first, "A schedule that is due")
      let other = trial.schedule(rule: "other", next: now + 9000)
      _ = try await trial.store.setSchedule(other)
      let firing = trial.firing(seen, ["one"], next: nil)
      try trial.expect(await trial.store.fire(firing), nil, "After a change")
      try trial.expect(await trial.store.schedules().first?.next, now + 9000, "When it is due")
      _ = try await trial.store.removeSchedule("daily")
      try trial.expect(await trial.store.fire(firing), nil, "After it was removed")
      try trial.expect(await trial.store.load("one"), nil, "The run")
    },
    check("A run whose identifier is taken is left out") { trial in
      let now = try await trial.now()
      try await trial.submit("one", input: "mine", delay: 50)
      _ = try await trial.store.setSchedule(trial.schedule(next: now))
      let due = try await trial.store.claim(trial.request()).schedules
      let seen = try trial.unwrap(due.first, "A schedule that is due")
      let firing = trial.firing(seen, ["one", "two"], next: nil)
      try trial.expect(await trial.store.fire(firing), [.different, .new], "The answer")
      try trial.expect(await trial.load("one").input, trial.data("mine"), "The run that was there")
      try trial.expect(await trial.load("two").input, trial.data("two"), "The other run")
      let answer = try await trial.store.claim(trial.request(limit: 0))
      try trial.expect(answer.schedules, [], "Without a next time, it is not due")
    },
  ]

  private static func check(
    _ name: String,
    _ body: @escaping @Sendable (ConformanceTrial) async throws -> Void
  ) -> Check {
    Check(name) { trial in
      do {
        try await body(trial)
      } catch is UnsupportedByStore {
        return
      }
    }
  }
}

extension ConformanceTrial {
  fileprivate func schedule(
    _ name: String = "daily",
    workflow: String = "flow",
    version: Int = 1,
    input: String? = "input",
    rule: String = "rule",
    place: String? = nil,
    next: StoreTime?
  ) -> StoredSchedule {
    StoredSchedule(
      name: name,
      workflow: workflow,
      version: version,
      input: input.map(data),
      rule: data(rule),
      place: place.map(data),
      next: next
    )
  }

  fileprivate func firing(
    _ schedule: StoredSchedule,
    _ runs: [String],
    next: StoreTime?
  ) -> ScheduleFiring {
    ScheduleFiring(
      schedule: schedule.name,
      revision: schedule.revision,
      runs: runs.map { RunSubmission(id: $0, workflow: "flow", input: data($0)) },
      next: next
    )
  }
}

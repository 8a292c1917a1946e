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
      ] {
        try trial.expect(await trial.store.setSchedule(other), true, "The answer for another")
        try trial.expect(await trial.store.schedules().first?.next, other.next, "Its time")
      }
      try trial.expect(await trial.store.schedules().first?.revision, 6, "Its revision")
      try trial.expect(await trial.store.schedules().first?.version, 2, "Its version")
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
      try trial.expect(await trial.store.fire(firing), true, "The first time")
      try trial.expect(await trial.store.fire(firing), false, "The second time")
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
      try trial.expect(await trial.store.fire(firing), false, "After a change")
      try trial.expect(await trial.store.schedules().first?.next, now + 9000, "When it is due")
      _ = try await trial.store.removeSchedule("daily")
      try trial.expect(await trial.store.fire(firing), false, "After it was removed")
      try trial.expect(await trial.store.load("one"), nil, "The run")
    },
    check("A run whose identifier is taken is left out") { trial in
      let now = try await trial.now()
      try await trial.submit("one", input: "mine", delay: 50)
      _ = try await trial.store.setSchedule(trial.schedule(next: now))
      let due = try await trial.store.claim(trial.request()).schedules
      let seen = try trial.unwrap(due.first, "A schedule that is due")
      let firing = trial.firing(seen, ["one", "two"], next: nil)
      try trial.expect(await trial.store.fire(firing), true, "The answer")
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
    next: StoreTime?
  ) -> StoredSchedule {
    StoredSchedule(
      name: name,
      workflow: workflow,
      version: version,
      input: input.map(data),
      rule: data(rule),
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

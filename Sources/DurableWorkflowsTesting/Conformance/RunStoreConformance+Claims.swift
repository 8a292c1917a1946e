@_spi(Stores) internal import DurableWorkflows
internal import Foundation

extension RunStoreConformance {
  static let claimChecks: [Check] = [
    Check("A claim gets runs of its workflows only") { trial in
      try await trial.submit("one", workflow: "one")
      try await trial.submit("two", workflow: "two")
      try await trial.submit("three", workflow: "three")
      try trial.expect(await trial.ids(trial.request(of: [], limit: 9)), [], "For none")
      let ids = try await trial.ids(trial.request(of: ["one", "three", "other"], limit: 9))
      try trial.expect(ids.sorted(), ["one", "three"], "For two workflows")
    },
    Check("A claim gets runs of its versions only, whatever the names of others look like") {
      trial in
      try await trial.submitLookalikes()
      let named = trial.request(of: ["deploy (version 2)"], version: 2, limit: 9)
      try trial.expect(await trial.ids(named), [], "For another version")
      let second = trial.request(of: ["deploy"], version: 2, limit: 9)
      let claim = try await trial.store.claim(second)
      try trial.expect(claim.runs.map(\.id), ["second"], "For the second version")
      try trial.expect(claim.runs.map(\.row.version), [2], "The version")
      var run = RunSubmission(id: "new", workflow: "deploy (version 2)", input: trial.data("job"))
      let (answer, none) = try await trial.store.submit(run, claiming: second)
      try trial.expect(answer, .new, "The answer")
      try trial.expect(none.runs, [], "With a submission")
      (run.workflow, run.version) = ("deploy", 2)
      try trial.expect(await trial.store.submit(run), .different, "Named like it, and submitted")
      let others = trial.request(of: ["deploy", "deploy (version 2)"], limit: 9)
      try trial.expect(await trial.ids(others), ["first", "named", "new"], "For the others")
    },
    Check("A claim gets no more runs than it asks for, those that are due first first") { trial in
      try await trial.submit("c", workflow: "other")
      try await trial.pass(1)
      try await trial.submit("b")
      try await trial.pass(1)
      try await trial.submit("a")
      let workflows: Set = ["flow", "other"]
      let two = try await trial.ids(trial.request(of: workflows, limit: 2))
      try trial.expect(two, ["c", "b"], "Of two")
      let none = try await trial.ids(trial.request(of: workflows, limit: 0))
      try trial.expect(none, [], "Of none")
      try trial.expect(await trial.ids(trial.request(of: workflows, limit: 2)), ["a"], "The rest")
    },
    Check("A claim says who has the run") { trial in
      try await trial.submit()
      let answer = try await trial.store.claim(trial.request(worker: "me", lease: 7))
      let run = try trial.unwrap(answer.runs.first, "A run")
      let lease = (trial.unit * 7).milliseconds
      try trial.expect(run.row.worker, "me", "The worker")
      try trial.expect(run.row.epoch, 1, "The number of the claim")
      try trial.expect(run.row.lease, lease, "The lease")
      try trial.expect(run.row.state, .running(until: answer.now + lease), "The state")
      try trial.expect(await trial.load(), run.row, "What was loaded")
    },
    Check("A run is not due before its delay is over") { trial in
      try await trial.submit(delay: 5)
      let first = try await trial.store.claim(trial.request())
      try trial.expect(first.runs.map(\.id), [], "Before")
      let due = try await trial.load().submitted + (trial.unit * 5).milliseconds
      try trial.expect(first.nextDue, due, "When the next run is due")
      try await trial.pass(6)
      try trial.expect(await trial.ids(trial.request()), ["run"], "After")
    },
    Check("A claim says when the next run is due, and not too late") { trial in
      var answer = try await trial.store.claim(trial.request())
      try trial.expect(answer.nextDue, nil, "Without runs")
      try await trial.submit(delay: 50)
      try await trial.submit("other", workflow: "other")
      let held = try await trial.store.claim(trial.request(of: ["other"], lease: 20))
      answer = try await trial.store.claim(trial.request(of: ["flow", "other"]))
      let next = try trial.unwrap(answer.nextDue, "A time")
      let lease = (trial.unit * 20).milliseconds
      try trial.expect(next <= held.now + lease, true, "The end of the lease is considered")
    },
    Check("A run that is due before the end of an extended lease is not overlooked") { trial in
      let held = try await trial.held(lease: 20)
      try await trial.pass(5)
      _ = try await trial.store.renew(held.row.worker ?? "")
      try await trial.submit("later", delay: 17)
      let answer = try await trial.store.claim(trial.request())
      let next = try trial.unwrap(answer.nextDue, "A time")
      let due = try await trial.load("later").submitted + (trial.unit * 17).milliseconds
      try trial.expect(next <= due, true, "The run is considered")
    },
    Check("Claims at the same time get different runs") { trial in
      for number in 0..<40 { try await trial.submit("\(number)") }
      let ids = try await withThrowingTaskGroup(of: [String].self) { group in
        for worker in 0..<8 {
          group.addTask {
            var ids: [String] = []
            while true {
              let request = trial.request(worker: "\(worker)", lease: 1000, limit: 3)
              let more = try await trial.ids(request)
              if more.isEmpty { return ids }
              ids += more
            }
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      try trial.expect(ids.count, 40, "The number of claims")
      try trial.expect(Set(ids).count, 40, "The number of runs")
    },
    Check("A run that was claimed too often without getting on is set aside") { trial in
      try await trial.submit("bad")
      let request = trial.request(lease: 1, limit: 1, maxFruitlessClaims: 2)
      for _ in 0..<2 {
        try trial.expect(await trial.ids(request), ["bad"], "A claim")
        try await trial.pass(2)
      }
      try await trial.submit("good")
      try trial.expect(await trial.ids(request), ["good"], "The claim after that")
      guard case .setAside = try await trial.load("bad").state else {
        throw Failure("The run was not set aside.")
      }
      try await trial.pass(2)
      try trial.expect(await trial.ids(request), ["good"], "One that is set aside is not claimed")
    },
    Check("A write that moves the run on resets the number of claims without one") { trial in
      try await trial.submit()
      let request = trial.request(lease: 1, maxFruitlessClaims: 1)
      for round in 0..<3 {
        var held = try await trial.claim(request)
        let record = RunChange<Data>.record(
          trial.path("\(round)"),
          trial.data("value"),
          isCompensated: false
        )
        try await trial.write(&held, [.begin(trial.path("step"))])
        try trial.expect(held.row.fruitlessClaims, 1, "A mark does not count")
        try await trial.write(&held, [record])
        try trial.expect(held.row.fruitlessClaims, 0, "A record counts")
        try await trial.pass(2)
      }
    },
  ]

  static let leaseChecks: [Check] = [
    Check("A run belongs to its worker until the lease ends, and then to the next one") { trial in
      let first = try await trial.held(lease: 5)
      try trial.expect(await trial.ids(trial.request(worker: "other")), [], "Before")
      try await trial.pass(6)
      let second = try await trial.claim(trial.request(worker: "other"))
      try trial.expect(second.row.epoch, first.row.epoch + 1, "The number of the claim")
      try trial.expect(second.row.worker, "other", "The worker")
    },
    Check("A renewal extends the leases of all runs of a worker") { trial in
      for id in ["a", "b", "c", "d"] { try await trial.submit(id) }
      _ = try await trial.store.claim(trial.request(worker: "me", limit: 2))
      _ = try await trial.store.claim(trial.request(worker: "other", lease: 5))
      try await trial.pass(4)
      let news = try await trial.store.renew("me")
      try trial.expect(news.map(\.id).sorted(), ["a", "b"], "The runs")
      for run in news {
        let row = try await trial.load(run.id)
        try trial.expect(row.state, .running(until: run.now + row.lease), "The lease")
        try trial.expect(run.epoch, 1, "The number of the claim")
      }
      try await trial.pass(7)
      let rest = try await trial.ids(trial.request(worker: "third", limit: 9))
      try trial.expect(rest.sorted(), ["c", "d"], "The runs that another worker gets")
    },
    Check("A renewal brings signals and cancellations") { trial in
      try await trial.submit("a")
      try await trial.submit("b")
      _ = try await trial.store.claim(trial.request(limit: 2))
      _ = try await trial.store.send(trial.data("value"), to: "go", of: "a")
      _ = try await trial.store.cancel("b")
      let news = try await trial.store.renew("worker").sorted { $0.id < $1.id }
      try trial.expect(news.map(\.isCancelRequested), [false, true], "Whether they are cancelled")
      let signals = news.map { $0.signals.mapValues { $0.value } }
      try trial.expect(signals, [["go": trial.data("value")], [:]], "The signals")
    },
    Check("A renewal does not bring back a run that was given away, or has ended") { trial in
      var held = try await trial.held()
      try trial.expect(await trial.store.renew("other").map(\.id), [], "Of another worker")
      try await trial.write(&held, [], .park(Wake()))
      try trial.expect(await trial.store.renew("worker").map(\.id), [], "After parking")
    },
    Check("A worker that is late and was not replaced may write") { trial in
      var held = try await trial.held(lease: 1)
      try await trial.pass(3)
      try await trial.write(&held, [.wait(trial.path("a"), for: nil)])
    },
    Check("A worker that gives a run back makes it due at once, for nothing") { trial in
      try await trial.submit()
      let request = trial.request(maxFruitlessClaims: 1)
      for _ in 0..<3 {
        let held = try await trial.claim(request)
        try await trial.store.release("run", epoch: held.row.epoch - 1)
        try trial.expect(await trial.load(), held.row, "With an earlier claim, nothing happens")
        try await trial.store.release("run", epoch: held.row.epoch)
        try trial.expect(await trial.load().fruitlessClaims, 0, "The claims without a write")
      }
    },
  ]
}

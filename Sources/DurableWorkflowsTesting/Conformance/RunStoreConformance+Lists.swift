@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

extension RunStoreConformance {
  static let listChecks: [Check] = [
    Check("A list has the runs that were submitted last first") { trial in
      try await trial.submitOneOfEachStatus()
      let all = try await trial.store.list(RunQuery())
      let ids = all.map(\.id)
      try trial.expect(ids, DurableRunStatus.allCases.reversed().map(\.rawValue), "The order")
      try trial.expect(all.map(\.status.rawValue), ids, "The statuses")
      for run in all {
        let row = try await trial.load(run.id)
        try trial.expect(run.workflow, row.workflow, "The workflow")
        try trial.expect(run.version, row.version, "The version")
        try trial.expect(run.submitted, row.submitted, "The time of the submission")
        try trial.expect(run.ended, row.ended, "The time of the end")
        try trial.expect(run.message, row.message, "The message")
      }
    },
    Check("A list has the runs that are asked for") { trial in
      try await trial.submitOneOfEachStatus()
      for status in DurableRunStatus.allCases {
        let runs = try await trial.store.list(RunQuery(statuses: [status]))
        try trial.expect(runs.map(\.id), [status.rawValue], "Those with a status")
      }
      let query = RunQuery(statuses: [.failed, .running], workflow: "flow")
      try trial.expect(
        await trial.store.list(query).map(\.id),
        ["failed", "running"],
        "Of one workflow"
      )
      let other = RunQuery(statuses: [.failed], workflow: "other")
      try trial.expect(await trial.store.list(other).map(\.id), [], "Of another workflow")
    },
    Check("A list has all versions of a workflow, or one, and none that is named like one") {
      trial in
      try await trial.submitLookalikes()
      func ids(_ workflow: String?, _ version: Int?) async throws -> [String] {
        try await trial.store.list(RunQuery(workflow: workflow, version: version)).map(\.id)
      }
      try trial.expect(await ids("deploy", nil), ["second", "first"], "All versions")
      try trial.expect(await ids("deploy", 2), ["second"], "One version")
      try trial.expect(await ids("deploy", 3), [], "A version without runs")
      try trial.expect(await ids("deploy (version 2)", nil), ["named"], "Named like a version")
      try trial.expect(await ids(nil, 1), ["named", "first"], "One version of any workflow")
    },
    Check("A list has the runs of a queue, or of a time, and none of others") { trial in
      var times: [(id: String, time: StoreTime)] = []
      for (id, queue) in [("one", "mail"), ("two", nil), ("three", "print"), ("four", "mail")] {
        let place = queue.map { QueuePlace($0) }
        _ = try await trial.store.submit(
          RunSubmission(id: id, workflow: "flow", input: trial.data("input"), place: place)
        )
        times.append((id, try await trial.load(id).submitted))
      }
      func ids(_ queue: String?, _ submitted: Range<StoreTime>? = nil) async throws -> Set<String> {
        Set(try await trial.store.list(RunQuery(queue: queue, submitted: submitted)).map(\.id))
      }
      try trial.expect(await ids("mail"), ["one", "four"], "Of a queue")
      try trial.expect(await ids("other"), [], "Of a queue without runs")
      try trial.expect(
        await ids(nil),
        ["one", "two", "three", "four"],
        "Of any queue, and of none"
      )
      // Several may have the same time.
      let span = times[1].time..<times[2].time + 1
      let inSpan = times.filter { span.contains($0.time) }.map(\.id)
      try trial.expect(await ids(nil, span), Set(inSpan), "Of a time")
      try trial.expect(await ids(nil, 0..<times[0].time), [], "Of a time before all")
      let mail = try await trial.store.list(RunQuery(queue: "mail", limit: 1))
      let next = RunQuery(queue: "mail", after: mail.first?.id)
      try trial.expect(await trial.store.list(next).count, 1, "The next page")
    },
    Check("A list has the runs of a partition, or whose identifiers begin with a text") { trial in
      let places = [QueuePlace("mail", partition: "é"), QueuePlace("mail"), nil]
      for (id, place) in zip(["order-1", "ordér-2", "Order-3"], places) {
        _ = try await trial.store.submit(
          RunSubmission(id: id, workflow: "flow", input: trial.data("input"), place: place)
        )
      }
      func ids(_ prefix: String?, _ partition: String? = nil) async throws -> Set<String> {
        let query = RunQuery(idPrefix: prefix, partition: partition)
        return Set(try await trial.store.list(query).map(\.id))
      }
      try trial.expect(await ids("ord"), ["order-1", "ordér-2"], "That begin with a text")
      try trial.expect(await ids("ordé"), ["ordér-2"], "That begin with another one")
      try trial.expect(await ids("%"), [], "That begin with a sign that databases know")
      try trial.expect(await ids("order-1 and more"), [], "That begin with a longer text")
      try trial.expect(await ids("").count, 3, "That begin with nothing")
      if !trial.store.keepsQueues { return }
      try trial.expect(await ids(nil, "é"), ["order-1"], "Of a partition")
      try trial.expect(await ids(nil, ""), ["ordér-2"], "Of the one without a name")
      try trial.expect(await ids(nil, "other"), [], "Of one without runs")
    },
    Check("Tags are kept, changed and taken back, and runs are found by them") { trial in
      for (id, tags) in [
        ("one", ["customer": "é", "": ""]), ("two", ["customer": "4711"]), ("three", [:]),
      ] {
        let delay = Duration.seconds(id == "two" ? 0 : 3600)
        _ = try await trial.store.submit(
          RunSubmission(
            id: id,
            workflow: "flow",
            input: trial.data("input"),
            delay: delay,
            tags: tags
          )
        )
      }
      func ids(_ tags: [String: String]) async throws -> Set<String> {
        Set(try await trial.store.list(RunQuery(tags: tags)).map(\.id))
      }
      try trial.expect(await trial.load("one").tags, ["customer": "é", "": ""], "The tags")
      try trial.expect(await trial.load("three").tags, [:], "No tags")
      try trial.expect(await ids(["customer": "é"]), ["one"], "Those with a tag")
      try trial.expect(await ids(["customer": "é", "": ""]), ["one"], "Those with two")
      try trial.expect(await ids(["customer": "4711", "": ""]), [], "Those with other two")
      var held = try await trial.claim()
      try trial.expect(held.id, "two", "The run that is due")
      try trial.expect(held.row.tags, ["customer": "4711"], "With a claim")
      let changes: [RunChange<Data>] = [
        .tag("customer", "12"), .tag("state", "packing"), .tag("state", "packed"),
      ]
      _ = try await trial.write(&held, changes)
      let changed = ["customer": "12", "state": "packed"]
      try trial.expect(await trial.load("two").tags, changed, "After a change")
      try trial.expect(await ids(["customer": "4711"]), [], "By the value before")
      try trial.expect(await ids(["state": "packing"]), [], "By a value in between")
      try trial.expect(await ids(changed), ["two"], "By the last values")
      _ = try await trial.write(&held, [.restart])
      try trial.expect(await trial.load("two").tags, changed, "After it has begun anew")
      _ = try await trial.write(&held, [.tag("customer", nil)], .end(.value(Data())))
      try trial.expect(await trial.load("two").tags, ["state": "packed"], "After its end")
      try trial.expect(await ids(["customer": "12"]), [], "By a tag that was taken back")
      _ = try await trial.store.removeEnded(olderThan: .zero, limit: 9)
      try trial.expect(await ids(["state": "packed"]), [], "After it was removed")
    },
    Check("A list goes on behind a run") { trial in
      try await trial.submitOneOfEachStatus()
      var ids: [String] = []
      // One page more than needed, so that a store that starts over is noticed.
      for _ in 0..<4 {
        ids += try await trial.store.list(RunQuery(limit: 3, after: ids.last)).map(\.id)
      }
      try trial.expect(ids, DurableRunStatus.allCases.reversed().map(\.rawValue), "All pages")
      try trial.expect(await trial.store.list(RunQuery(limit: 0)).map(\.id), [], "An empty page")
    },
    Check("A list behind a run that is gone is an error, and not the first page again") { trial in
      try await trial.submit("run")
      var error: UnknownRun?
      do {
        _ = try await trial.store.list(RunQuery(after: "gone"))
      } catch let unknown as UnknownRun {
        error = unknown
      }
      try trial.expect(error?.run, "gone", "The run of the error")
    },
    Check("Runs are counted by status") { trial in
      try trial.expect(await trial.store.counts(), [:], "Without runs")
      try await trial.submitOneOfEachStatus()
      try await trial.submit("more")
      var counts = Dictionary(uniqueKeysWithValues: DurableRunStatus.allCases.map { ($0, 1) })
      counts[.queued] = 2
      try trial.expect(await trial.store.counts(), counts, "The numbers")
    },
    Check("Runs that have ended are removed, those that ended first first") { trial in
      for id in ["c", "b", "a"] {
        var held = try await trial.submitAndClaim(id)
        try await trial.write(
          &held,
          [.record(trial.path("step"), trial.data("1"), isCompensated: false)],
          .end(.value(Data()))
        )
        try await trial.pass(5)
      }
      try await trial.submit("open")
      var aside = try await trial.submitAndClaim("aside")
      if aside.id != "aside" { aside = try await trial.claim() }
      try await trial.write(&aside, [], .setAside("reason"))
      let age = trial.unit * 8
      try trial.expect(await trial.store.removeEnded(olderThan: age, limit: 1), 1, "With a limit")
      try trial.expect(await trial.store.load("c"), nil, "The first one")
      try trial.expect(await trial.store.removeEnded(olderThan: age, limit: 9), 1, "The others")
      try trial.expect(await trial.store.load("b"), nil, "The second one")
      try trial.expect(await trial.store.removeEnded(olderThan: .zero, limit: 9), 1, "The last one")
      let rest = try await trial.store.list(RunQuery()).map(\.id)
      try trial.expect(rest.sorted(), ["aside", "open"], "The rest")
      try trial.expect(await trial.submit("c"), .new, "A run with the identifier of a removed one")
      try trial.expect(await trial.load("c").records, [:], "Its records")
    },
  ]
}

extension ConformanceTrial {
  /// Submits runs of two versions of a workflow, and of another one that is named like a version.
  func submitLookalikes(at place: QueuePlace? = nil) async throws {
    for (id, workflow, version) in [
      ("first", "deploy", 1), ("second", "deploy", 2), ("named", "deploy (version 2)", 1),
    ] {
      var run = RunSubmission(id: id, workflow: workflow, version: version, input: data("job"))
      run.place = place
      try expect(await store.submit(run), .new, "The answer")
      let row = try await load(id)
      try expect(row.workflow, workflow, "The workflow")
      try expect(row.version, version, "The version")
      try await pass(1)
    }
  }

  /// Submits runs that are named after their statuses.
  fileprivate func submitOneOfEachStatus() async throws {
    for status in DurableRunStatus.allCases {
      let id = status.rawValue
      // Each run is submitted at a different time, so that the order is known.
      try await pass(1)
      switch status {
      case .queued: try await submit(id, workflow: "queued")
      case .waiting: try await submit(id, delay: 1000)
      case .running:
        try await submit(id)
        _ = try await store.claim(request(lease: 1000))
      case .cancelled:
        try await submit(id)
        _ = try await store.cancel(id)
      case .succeeded: try await end(id, .end(.value(data("value"))))
      case .failed:
        try await end(id, .end(.failure(.error(type: "Problem", message: "broken"))))
      case .setAside: try await end(id, .setAside("a reason"))
      }
    }
  }

  private func end(_ id: String, _ continuation: RunContinuation<Data>) async throws {
    var held = try await submitAndClaim(id)
    try await write(&held, [], continuation)
  }
}

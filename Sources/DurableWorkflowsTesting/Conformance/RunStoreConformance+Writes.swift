@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

extension RunStoreConformance {
  static let writeChecks: [Check] = [
    Check("A worker that was replaced writes nothing") { trial in
      var old = try await trial.held(lease: 1)
      try await trial.pass(2)
      let new = try await trial.claim()
      let record = RunChange<Data>.record(trial.path("a"), trial.data("1"), isCompensated: false)
      for continuation: RunContinuation<Data> in [
        .keep, .end(.value(Data())), .park(Wake()), .setAside("reason"),
      ] {
        old.token += 1
        try trial.expect(await trial.answer(old, [record], continuation), .lost, "The answer")
        try trial.expect(await trial.load(), new.row, "The run")
      }
      try await trial.store.release("run", epoch: old.row.epoch)
      try trial.expect(await trial.load(), new.row, "The run, after it was given back")
    },
    Check("A worker whose run has ended, or is parked, writes nothing") { trial in
      for continuation: RunContinuation<Data> in [
        .end(.value(Data())), .park(Wake()), .setAside("reason"),
      ] {
        let id = "\(continuation)"
        try await trial.submit(id)
        var held = try await trial.claim()
        try await trial.write(&held, [], continuation)
        let row = try await trial.load(id)
        held.token += 1
        let change = RunChange<Data>.wait(trial.path("a"), for: nil)
        try trial.expect(await trial.answer(held, [change]), .lost, "After '\(id)'")
        try trial.expect(await trial.load(id), row, "The run after '\(id)'")
      }
    },
    Check("A write that is repeated is done once") { trial in
      var held = try await trial.held()
      let begin = [RunChange<Data>.begin(trial.path("a"))]
      try await trial.write(&held, begin)
      guard case .kept = try await trial.answer(held, begin) else {
        throw Failure("A repeated write was expected to be kept.")
      }
      try trial.expect(await trial.load().marks, held.row.marks, "The marks")
      try await trial.write(&held, [.record(trial.path("a"), Data(), isCompensated: false)])
      try await trial.write(&held, [], .park(Wake(signals: ["go"])))
      guard case .kept = try await trial.answer(held, [], .park(Wake(signals: ["go"]))) else {
        throw Failure("A repeated write that has parked the run was expected to be kept.")
      }
      try trial.expect(await trial.load(), held.row, "The run")
    },
    Check("A token counts for one claim only") { trial in
      var held = try await trial.held(lease: 1)
      try await trial.write(&held, [.begin(trial.path("a"))])
      try await trial.pass(2)
      var next = try await trial.claim()
      try trial.expect(next.row.lastToken, nil, "The token after the next claim")
      next.token = held.token - 1
      try await trial.write(&next, [.begin(trial.path("b"))])
      try trial.expect(next.row.marks.count, 2, "The number of marks")
    },
    Check("A write extends the lease") { trial in
      var held = try await trial.held(lease: 5)
      try await trial.pass(3)
      let time = try await trial.write(&held, [])
      try trial.expect(held.row.state, .running(until: time + held.row.lease), "The state")
      try await trial.pass(3)
      try trial.expect(await trial.ids(trial.request()), [], "The next claim")
      try await trial.pass(4)
      try trial.expect(await trial.ids(trial.request()), ["run"], "The claim after the lease")
    },
    Check("A run ends with its outcome") { trial in
      let outcomes: [RunOutcome<Data>] = [
        .value(trial.data("value")), .value(Data()), .failure(.cancelled),
        .failure(.error(type: "Problem", message: "It's \"broken\".\n")),
      ]
      for (number, outcome) in outcomes.enumerated() {
        try await trial.submit("\(number)")
        var held = try await trial.claim()
        let record = RunChange<Data>.record(trial.path("a"), trial.data("1"), isCompensated: false)
        let time = try await trial.write(&held, [record], .end(outcome))
        try trial.expect(held.row.state, .ended(outcome), "The state")
        try trial.expect(held.row.ended, time, "The time of the end")
        try await trial.pass(20)
        try trial.expect(await trial.ids(trial.request()), [], "A claim after the end")
      }
    },
    Check("A run is set aside with its reason") { trial in
      var held = try await trial.held()
      try await trial.write(&held, [], .setAside("a reason"))
      try trial.expect(held.row.state, .setAside("a reason"), "The state")
      try trial.expect(held.row.ended, nil, "The time of the end")
      try await trial.pass(20)
      try trial.expect(await trial.ids(trial.request()), [], "A claim after that")
    },
  ]

  static let changeChecks: [Check] = [
    Check("A run that begins anew keeps only what it was submitted with") { trial in
      let parent = RecordPath.ofOrigin[0]
      var submission = RunSubmission(id: "run", workflow: "flow", input: trial.data("input"))
      for (sequence, path) in [parent, trial.path("given")].enumerated() {
        submission.records[path] = RunRow.Record(
          value: trial.data("\(sequence)"),
          type: "/a",
          isCompensated: false,
          sequence: sequence,
          time: 1
        )
      }
      _ = try await trial.store.submit(submission)
      var held = try await trial.claim()
      let (a, b, c) = (trial.path("a"), trial.path("b"), trial.path("c"))
      try await trial.write(
        &held,
        [
          .record(a, trial.data("1"), isCompensated: true), .begin(b), .wait(c, for: 5000),
          .limit(c, until: trial.now() + 9000), .attempt(b, failed: 1, pause: 0),
        ]
      )
      _ = try await trial.store.send(trial.data("1"), to: "go", of: "run")
      let record = RunChange<Data>.record(a, trial.data("2"), isCompensated: false)
      for _ in 1...2 {
        try await trial.write(&held, [.restart, record], .park(Wake(pause: 0)))
        try trial.expect(held.row.records[parent]?.value, trial.data("0"), "Its parent")
        try trial.expect(held.row.records[a]?.value, trial.data("2"), "What is recorded then")
        try trial.expect(held.row.records.count, 2, "The number of records")
        try trial.expect(held.row.nextToUndo, nil, "What is to undo")
        held = try await trial.claim()
      }
      try trial.expect(held.row.input, trial.data("input"), "The input")
      try trial.expect(held.row.signals["go"]?.value, trial.data("1"), "The signal")
    },
    Check("Of two records of a place, the first one stays") { trial in
      var held = try await trial.held()
      let a = trial.path("a")
      try await trial.write(
        &held,
        [.record(a, trial.data("1"), type: "Int", isCompensated: true, took: 7)]
      )
      try trial.expect(held.row.records[a]?.value, trial.data("1"), "The value")
      try trial.expect(held.row.records[a]?.type, "Int", "The type")
      try trial.expect(held.row.records[a]?.took, 7, "How long it took")
      let second = RunChange<Data>.record(a, trial.data("2"), isCompensated: false)
      try await trial.write(&held, [second, second])
      try trial.expect(held.row.records[a]?.value, trial.data("1"), "The value after the second")
      try trial.expect(held.row.lastSequence, 1, "The last sequence number")
    },
    Check("Records and marks are numbered in order") { trial in
      var held = try await trial.held()
      let (a, b) = (trial.path("a"), trial.path("b"))
      try await trial.write(&held, [.begin(a), .begin(b)])
      try await trial.write(&held, [.record(b, Data(), isCompensated: true)])
      try trial.expect(held.row.records[b]?.sequence, 3, "The number of the record")
      try trial.expect(held.row.marks[a]?.sequence, 1, "The number of the mark")
      try trial.expect(held.row.marks[b], nil, "A record removes the mark of its place")
    },
    Check("A step that has failed is not in doubt, unless it was before") { trial in
      var held = try await trial.held(lease: 1)
      let (a, b) = (trial.path("a"), trial.path("b"))
      try await trial.write(&held, [.begin(a), .begin(b)])
      try await trial.write(&held, [.failed(a)])
      try trial.expect(Set(held.row.marks.keys), [b], "The marks")
      try await trial.pass(2)
      held = try await trial.claim()
      try await trial.write(&held, [.failed(b)])
      try trial.expect(Set(held.row.marks.keys), [b], "The mark of an earlier claim")
      try await trial.write(&held, [.begin(b), .failed(b)])
      try trial.expect(held.row.marks[b]?.isInDoubt, true, "Whether it is in doubt")
    },
    Check("A wait ends when it was to end first") { trial in
      var held = try await trial.held()
      let (a, b) = (trial.path("a"), trial.path("b"))
      let time = try await trial.write(&held, [.wait(a, for: 5000), .wait(b, for: nil)])
      try await trial.pass(1)
      try await trial.write(&held, [.wait(a, for: 9000), .wait(b, for: 9000)])
      try trial.expect(held.row.waits, [a: time + 5000, b: .max], "The waits")
    },
    Check("A time limit stays as it was first") { trial in
      var held = try await trial.held()
      let a = trial.path("a")
      try await trial.write(&held, [.limit(a, until: 5000)])
      try await trial.write(&held, [.limit(a, until: 9000)])
      try trial.expect(held.row.limits, [a: 5000], "The limits")
      try trial.expect(await trial.load().limits, [a: 5000], "The limits that are kept")
    },
    Check("A time limit ends with the step that has ended in time") { trial in
      var held = try await trial.held()
      let a = trial.path("a")
      try await trial.write(&held, [.limit(a, until: 5000)])
      try await trial.write(&held, [.limit(a, until: .max)])
      try trial.expect(await trial.load().limits, [a: .max], "The limits")
    },
    Check("An attempt drops what was inside the one before, and keeps records") { trial in
      var held = try await trial.held()
      let a = trial.path("a")
      let inside = [a, a.appending("b"), a.appending("b").appending("c")]
      let beside = [trial.path("a b"), trial.path("a-b"), trial.path("a0"), trial.path("b"), .root]
      for path in inside + beside {
        try await trial.write(
          &held,
          [
            .wait(path, for: 9000), .limit(path, until: 9000), .begin(path),
            .record(path.appending("record"), Data(), isCompensated: false),
          ]
        )
      }
      try await trial.write(&held, [.attempt(a.appending("b"), failed: 1, pause: 100)])
      try await trial.write(&held, [.attempt(trial.path("b"), failed: 2, pause: 100)])
      let time = try await trial.write(&held, [.attempt(a, failed: 1, pause: 2000)])
      let rest = Set(beside).subtracting([trial.path("b")])
      try trial.expect(Set(held.row.waits.keys), rest, "Waits")
      try trial.expect(Set(held.row.limits.keys), rest, "Limits")
      try trial.expect(Set(held.row.attempts.keys), [a, trial.path("b")], "Attempts")
      try trial.expect(held.row.attempts[a]?.due, time + 2000, "When the next one is due")
      let earlier = held.row.marks.filter(\.value.isOfEarlierAttempt).keys
      try trial.expect(Set(earlier), Set(inside + [trial.path("b")]), "Marks of earlier attempts")
      try trial.expect(held.row.records.count, 8, "The number of records")
      try await trial.write(&held, [.begin(a)])
      try trial.expect(held.row.marks[a]?.isOfEarlierAttempt, false, "A mark that is new")
      try await trial.write(&held, [.attempt(.root, failed: 3, pause: 0)])
      try trial.expect(Set(held.row.attempts.keys), [.root], "The attempts of all")
      try trial.expect(held.row.waits, [:], "The waits of all")
    },
    Check("What is undone is kept") { trial in
      var held = try await trial.held()
      let (a, b) = (trial.path("a"), trial.path("b"))
      let failure = RunFailure.error(type: "Problem", message: "broken")
      try await trial.write(
        &held,
        [.record(a, trial.data("1"), isCompensated: true), .begin(b), .undo(failure)]
      )
      try trial.expect(held.row.undoing, failure, "The reason")
      try trial.expect(held.row.nextToUndo?.path, b, "The next one to undo")
      try await trial.write(&held, [.undone(b, hasSucceeded: false)])
      try await trial.write(&held, [.undone(a, hasSucceeded: true), .undo(.cancelled)])
      try trial.expect(held.row.undone, [a: true, b: false], "What was undone")
      try trial.expect(held.row.undoing, .cancelled, "The last reason")
    },
  ]
}

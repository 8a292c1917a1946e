@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

extension RunStoreConformance {
  static let cancellationChecks: [Check] = [
    Check("A run that nobody has is cancelled at once") { trial in
      try await trial.submit()
      try trial.expect(await trial.store.cancel("run"), .cancelled, "The answer")
      try trial.expect(await trial.load().state, .ended(.failure(.cancelled)), "The state")
      try trial.expect(await trial.load().ended != nil, true, "It has a time of its end")
      try trial.expect(await trial.store.cancel("run"), .refused, "The second answer")
      try trial.expect(await trial.ids(trial.request()), [], "A claim after that")
      var held = try await trial.submitAndClaim("parked")
      try await trial.write(&held, [.record(trial.path("a"), Data(), isCompensated: false)])
      try await trial.write(&held, [], .park(Wake(signals: ["go"])))
      try trial.expect(await trial.store.cancel("parked"), .cancelled, "When it is parked")
    },
    Check("A run that has something to undo is due when it is cancelled") { trial in
      for change: RunChange<Data> in [
        .record(trial.path("a"), trial.data("1"), isCompensated: true), .begin(trial.path("a")),
      ] {
        let id = "\(change)"
        var held = try await trial.submitAndClaim(id)
        try await trial.write(&held, [change], .park(Wake(signals: ["go"])))
        try trial.expect(await trial.store.cancel(id), .requested, "The answer")
        let next = try await trial.claim()
        try trial.expect(next.id, id, "The run that is due")
        try trial.expect(next.row.isCancelRequested, true, "Whether it is cancelled")
      }
    },
    Check("A run that a worker has is not ended by a cancellation") { trial in
      var held = try await trial.held()
      try trial.expect(await trial.store.cancel("run"), .requested, "The answer")
      try trial.expect(await trial.store.cancel("run"), .requested, "The second answer")
      try trial.expect(await trial.load().isCancelRequested, true, "Whether it is cancelled")
      try await trial.write(&held, [.undo(.cancelled)])
      try trial.expect(await trial.store.cancel("run"), .refused, "While it undoes")
      try await trial.write(&held, [], .end(.failure(.cancelled)))
      try trial.expect(await trial.store.cancel("run"), .refused, "After its end")
    },
    Check("A cancellation wins over a value") { trial in
      var held = try await trial.held()
      _ = try await trial.store.cancel("run")
      let row = try await trial.load()
      held.token += 1
      let record = RunChange<Data>.record(trial.path("a"), trial.data("1"), isCompensated: true)
      let answer = try await trial.answer(held, [record], .end(.value(Data())))
      try trial.expect(answer, .cancelled, "The answer")
      try trial.expect(await trial.load(), row, "The run")
      try await trial.write(&held, [record])
      try await trial.write(
        &held,
        [],
        .end(.failure(.error(type: "Problem", message: "broken")))
      )
    },
    Check("A run that has ended, or is unknown, is not cancelled") { trial in
      try trial.expect(await trial.store.cancel("run"), .unknown, "One that is unknown")
      var held = try await trial.held()
      try await trial.write(&held, [], .end(.value(Data())))
      let row = try await trial.load()
      try trial.expect(await trial.store.cancel("run"), .refused, "One that has ended")
      try trial.expect(await trial.load(), row, "The run")
    },
    Check("A run that has ended with a value is due when it is undone") { trial in
      var held = try await trial.held()
      try await trial.write(
        &held,
        [.record(trial.path("a"), trial.data("1"), isCompensated: true)],
        .end(.value(trial.data("value")))
      )
      try trial.expect(await trial.store.undo("run"), .requested, "The answer")
      let row = try await trial.claim().row
      try trial.expect(row.undoing, .cancelled, "The reason to undo")
      try trial.expect(row.isCancelRequested, true, "Whether it is cancelled")
      try trial.expect(row.ended, nil, "The time of its end")
      try trial.expect(row.nextToUndo?.path, trial.path("a"), "What is to be undone")
      try trial.expect(await trial.store.undo("run"), .refused, "While it is undone")
    },
    Check("A run that has nothing to undo is cancelled when it is undone") { trial in
      var held = try await trial.held()
      try await trial.write(&held, [], .end(.value(trial.data("value"))))
      try trial.expect(await trial.store.undo("run"), .cancelled, "The answer")
      try trial.expect(await trial.load().state, .ended(.failure(.cancelled)), "The state")
      try trial.expect(await trial.store.undo("run"), .refused, "The second answer")
      try trial.expect(await trial.store.undo("unknown"), .unknown, "One that is unknown")
    },
    Check("A run that has not ended is cancelled when it is undone") { trial in
      try await trial.submit()
      try trial.expect(await trial.store.undo("run"), .cancelled, "The answer")
      try await trial.submit("held")
      _ = try await trial.claim()
      try trial.expect(await trial.store.undo("held"), .requested, "When a worker has it")
    },
    Check("A run that was set aside can be cancelled") { trial in
      var held = try await trial.held()
      try await trial.write(&held, [], .setAside("reason"))
      try trial.expect(await trial.store.cancel("run"), .cancelled, "The answer")
      try trial.expect(await trial.load().state, .ended(.failure(.cancelled)), "The state")
    },
  ]

  static let reopeningChecks: [Check] = [
    Check("A run that was set aside goes on when it is reopened") { trial in
      var held = try await trial.held(timeLimit: 50)
      let a = trial.path("a")
      try await trial.write(
        &held,
        [
          .record(a, trial.data("1"), isCompensated: true), .wait(trial.path("w"), for: 5000),
          .limit(trial.path("l"), until: 5), .attempt(trial.path("t"), failed: 1, pause: 5),
        ],
        .setAside("reason")
      )
      try trial.expect(await trial.store.reopen("run"), true, "The answer")
      let row = try await trial.load()
      try trial.expect(row.records, held.row.records, "The records")
      try trial.expect(row.waits, held.row.waits, "The waits")
      try trial.expect(row.limits, [:], "The limits")
      try trial.expect(row.attempts, [:], "The attempts")
      try trial.expect(row.deadline, nil, "The deadline")
      try trial.expect(await trial.store.reopen("run"), false, "The second answer")
      let next = try await trial.claim()
      try trial.expect(next.row.epoch, held.row.epoch + 1, "The number of the claim")
      try trial.expect(next.row.fruitlessClaims, 1, "The claims without a write")
    },
    Check("A run that has failed begins again without what was undone") { trial in
      var held = try await trial.held()
      let (a, b, c) = (trial.path("a"), trial.path("b"), trial.path("c"))
      try await trial.write(
        &held,
        [
          .record(a, trial.data("1"), isCompensated: false),
          .record(b, trial.data("2"), isCompensated: true), .begin(c), .undo(.cancelled),
        ]
      )
      try await trial.write(
        &held,
        [.undone(c, hasSucceeded: true), .undone(b, hasSucceeded: true)],
        .end(.failure(.cancelled))
      )
      try trial.expect(await trial.store.reopen("run"), true, "The answer")
      let row = try await trial.load()
      try trial.expect(Set(row.records.keys), [a], "The records")
      try trial.expect(row.marks, [:], "The marks")
      try trial.expect(row.undone, [:], "What was undone")
      try trial.expect(row.undoing, nil, "The reason to undo")
      try trial.expect(row.ended, nil, "The time of its end")
      try trial.expect(row.isCancelRequested, false, "Whether it is cancelled")
      _ = try await trial.claim()
    },
    Check("What was recorded behind a step that was undone runs again, too") { trial in
      var held = try await trial.held()
      let (a, b, c, d) = (trial.path("a"), trial.path("b"), trial.path("c"), trial.path("d"))
      try await trial.write(
        &held,
        [
          .record(RecordPath("/a/%values/key"), trial.data("0"), isCompensated: false),
          .record(a, trial.data("1"), isCompensated: false),
          .record(RecordPath("/b/%values/key"), trial.data("0"), isCompensated: false),
          .record(b, trial.data("2"), isCompensated: true),
          .record(c, trial.data("3"), isCompensated: false),
          .record(d, trial.data("4"), isCompensated: true), .undo(.cancelled),
          .undone(d, hasSucceeded: false), .undone(b, hasSucceeded: true),
        ],
        .end(.failure(.cancelled))
      )
      try trial.expect(await trial.store.reopen("run"), true, "The answer")
      let kept: Set = [RecordPath("/a/%values/key"), a, d]
      try trial.expect(Set(await trial.load().records.keys), kept, "The records")
    },
    Check("A step that could not be undone keeps its record when a run is reopened") { trial in
      var held = try await trial.held()
      let (a, b) = (trial.path("a"), trial.path("b"))
      try await trial.write(
        &held,
        [
          .record(a, trial.data("1"), isCompensated: true),
          .record(b, trial.data("2"), isCompensated: true), .undo(.cancelled),
          .undone(b, hasSucceeded: true), .undone(a, hasSucceeded: false),
        ],
        .end(.failure(.cancelled))
      )
      try trial.expect(await trial.store.reopen("run"), true, "The answer")
      let row = try await trial.load()
      try trial.expect(Set(row.records.keys), [a], "The records")
      try trial.expect(row.undone, [:], "What was undone")
    },
    Check("A run that was set aside while it was undone is undone further") { trial in
      var held = try await trial.held()
      let (a, b) = (trial.path("a"), trial.path("b"))
      let changes: [RunStorage.Change] = [
        .record(a, trial.data("1"), isCompensated: true),
        .record(b, trial.data("2"), isCompensated: true), .undo(.cancelled),
        .undone(b, hasSucceeded: true),
      ]
      try await trial.write(&held, changes, .setAside("reason"))
      try trial.expect(await trial.store.reopen("run"), true, "The answer")
      let row = try await trial.load()
      try trial.expect(Set(row.records.keys), [a, b], "The records")
      try trial.expect(row.undone, [b: true], "What was undone")
      try trial.expect(row.undoing, .cancelled, "The reason to undo")
    },
    Check("A run that goes on, or has a value, is not reopened") { trial in
      try await trial.submit()
      try trial.expect(await trial.store.reopen("run"), false, "One that is queued")
      var held = try await trial.claim()
      try trial.expect(await trial.store.reopen("run"), false, "One that a worker has")
      try await trial.write(&held, [], .end(.value(Data())))
      try trial.expect(await trial.store.reopen("run"), false, "One that has a value")
      try trial.expect(await trial.load(), held.row, "The run")
    },
  ]
}

extension ConformanceTrial {
  func submitAndClaim(_ id: String) async throws -> Held {
    try await submit(id)
    return try await claim()
  }
}

@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

extension RunStoreConformance {
  static let parkingChecks: [Check] = [
    Check("A run that is parked is due at the first of its times") { trial in
      var held = try await trial.held()
      let now = try await trial.now()
      let (near, far) = ((trial.unit * 5).milliseconds, (trial.unit * 20).milliseconds)
      try await trial.write(&held, [], .park(Wake(due: now + near, pause: far)))
      try trial.expect(held.row.state, .ready(at: now + near), "With a time that is earlier")
      try trial.expect(held.row.fruitlessClaims, 0, "The claims without a write")
      try trial.expect(await trial.ids(trial.request()), [], "A claim before")
      try await trial.pass(6)
      held = try await trial.claim()
      let time = try await trial.write(&held, [], .park(Wake(due: now + far + near, pause: near)))
      try trial.expect(held.row.state, .ready(at: time + near), "With a pause that is shorter")
    },
    Check("A run that waits for nothing is not due") { trial in
      var held = try await trial.held()
      try await trial.write(&held, [], .park(Wake(signals: ["go"])))
      try trial.expect(held.row.state, .ready(at: nil), "The state")
      try trial.expect(held.row.awaited, ["go"], "The signals that it waits for")
      let answer = try await trial.store.claim(trial.request())
      try trial.expect(answer.runs.map(\.id), [], "A claim")
      try trial.expect(answer.nextDue, nil, "When the next run is due")
    },
    Check("The deadline wakes a run that is parked") { trial in
      var held = try await trial.held(timeLimit: 8)
      try await trial.write(&held, [], .park(Wake(pause: (trial.unit * 90).milliseconds)))
      try trial.expect(held.row.state, .ready(at: held.row.deadline), "The state")
      try await trial.pass(9)
      try trial.expect(await trial.ids(trial.request()), ["run"], "A claim after that")
    },
    Check("A signal wakes a run that waits for it") { trial in
      var held = try await trial.held()
      try await trial.write(&held, [], .park(Wake(signals: ["go", "stop"])))
      let other = try await trial.store.send(Data(), to: "other", of: "run")
      try trial.expect(other, .kept, "Another signal")
      try trial.expect(await trial.ids(trial.request()), [], "A claim after another signal")
      _ = try await trial.store.send(trial.data("1"), to: "stop", of: "run")
      held = try await trial.claim()
      try trial.expect(held.row.signals["stop"]?.value, trial.data("1"), "The signal")
      try trial.expect(held.row.awaited, [], "The signals that it waits for")
    },
    Check("A signal that has come before wakes the run at once") { trial in
      var held = try await trial.held()
      _ = try await trial.store.send(trial.data("1"), to: "go", of: "run")
      let time = try await trial.write(&held, [], .park(Wake(signals: ["go"])))
      try trial.expect(held.row.state, .ready(at: time), "The state")
      try trial.expect(await trial.ids(trial.request()), ["run"], "A claim")
    },
    Check("A cancellation that has come before wakes the run at once") { trial in
      var held = try await trial.held()
      _ = try await trial.store.cancel("run")
      let time = try await trial.write(&held, [], .park(Wake(signals: ["go"])))
      try trial.expect(held.row.state, .ready(at: time), "The state")
    },
  ]

  static let pauseChecks: [Check] = [
    Check("A run that is paused is not due, and is due at once when it is resumed") { trial in
      let store = trial.store
      try trial.expect(await store.setPaused(true, of: "run"), false, "No run")
      try await trial.submit()
      try trial.expect(await store.setPaused(true, of: "run"), true, "The answer")
      try trial.expect(await trial.load().isPaused, true, "Whether it is paused")
      try trial.expect(await trial.ids(trial.request()), [], "A claim")
      try trial.expect(await store.setPaused(false, of: "run"), true, "The answer")
      var held = try await trial.claim()
      try await trial.write(&held, [], .park(Wake(pause: 0, signals: ["go"])))
      _ = try await store.setPaused(true, of: "run")
      _ = try await store.send(Data(), to: "go", of: "run")
      try trial.expect(await trial.ids(trial.request()), [], "A claim after a signal")
      _ = try await store.setPaused(false, of: "run")
      held = try await trial.claim()
      try await trial.write(&held, [], .park(Wake(pause: (trial.unit * 90).milliseconds)))
      let row = try await trial.load()
      _ = try await store.setPaused(false, of: "run")
      try trial.expect(await trial.load(), row, "One that is resumed and was not paused")
      _ = try await store.setPaused(true, of: "run")
      try trial.expect(await store.cancel("run"), .cancelled, "The answer of a cancellation")
      try trial.expect(await store.setPaused(true, of: "run"), false, "After the end")
      try trial.expect(await trial.load().isPaused, false, "Whether it is paused then")
    },
    Check("A worker is told that its run is paused, and nobody gets what it gives back") { trial in
      var held = try await trial.held()
      let state = held.row.state
      try trial.expect(await trial.store.setPaused(true, of: "run"), true, "The answer")
      try trial.expect(await trial.load().state, state, "The state while a worker has it")
      try trial.expect(await trial.store.renew("worker").map(\.isPaused), [true], "The news")
      try await trial.write(&held, [.record(trial.path("a"), Data(), isCompensated: false)])
      try await trial.store.release("run", epoch: held.row.epoch)
      try trial.expect(await trial.load().state, .ready(at: nil), "After that")
      try trial.expect(await trial.store.setPaused(false, of: "run"), true, "The answer")
      held = try await trial.claim()
      try trial.expect(await trial.store.renew("worker").map(\.isPaused), [false], "The news")
      _ = try await trial.store.setPaused(true, of: "run")
      _ = try await trial.store.send(Data(), to: "go", of: "run")
      try await trial.write(&held, [], .park(Wake(pause: 0, signals: ["go"])))
      try trial.expect(await trial.load().state, .ready(at: nil), "One that parks")
      _ = try await trial.store.setPaused(false, of: "run")
      held = try await trial.claim()
      try await trial.write(&held, [], .setAside("a reason"))
      _ = try await trial.store.setPaused(true, of: "run")
      _ = try await trial.store.reopen("run")
      try trial.expect(await trial.load().isPaused, false, "One that was reopened")
      held = try await trial.claim()
      _ = try await trial.store.setPaused(true, of: "run")
      try await trial.write(&held, [], .end(.value(Data())))
      try trial.expect(await trial.load().isPaused, false, "One that has ended")
    },
  ]

  static let signalChecks: [Check] = [
    Check("Of two signals of a name, the first one stays") { trial in
      try await trial.submit()
      let before = try await trial.now()
      let first = try await trial.store.send(trial.data("1"), to: "go", of: "run")
      try trial.expect(first, .kept, "The first answer")
      let row = try await trial.load()
      let arrival = try trial.unwrap(row.signals["go"]?.arrival, "The signal")
      let isBetween = try await (before...trial.now()).contains(arrival)
      try trial.expect(isBetween, true, "It has arrived at the time of the store")
      try await trial.pass(1)
      let second = try await trial.store.send(trial.data("2"), to: "go", of: "run")
      try trial.expect(second, .taken, "The second answer")
      try trial.expect(await trial.load(), row, "The run")
    },
    Check("The sender of a signal to no run, or one that has ended, is told") { trial in
      try trial.expect(await trial.store.send(Data(), to: "go", of: "run"), .unknown, "No run")
      var held = try await trial.held()
      try await trial.write(&held, [], .end(.value(Data())))
      try trial.expect(await trial.store.send(Data(), to: "go", of: "run"), .ended, "Ended")
      try trial.expect(await trial.load().signals, [:], "The signals")
    },
    Check("A signal that came first is found after many claims") { trial in
      try await trial.submit()
      _ = try await trial.store.send(Data(), to: "go", of: "run")
      for _ in 0..<3 {
        var held = try await trial.claim()
        try trial.expect(Set(held.row.signals.keys), ["go"], "The signals")
        try trial.expect(held.row.signals["go"]?.value, Data(), "Its value")
        try await trial.write(&held, [], .park(Wake(pause: 0)))
      }
    },
    Check("A signal that was not read can be withdrawn, and another one sent") { trial in
      let store = trial.store
      try trial.expect(await store.withdraw("go", of: "run"), .unknown, "No run")
      var held = try await trial.held()
      try trial.expect(await store.withdraw("go", of: "run"), .absent, "No signal")
      _ = try await store.send(trial.data("1"), to: "go", of: "run")
      try trial.expect(await store.withdraw("go", of: "run"), .read, "While a worker has the run")
      try await trial.write(&held, [], .setAside("a reason"))
      try trial.expect(await store.withdraw("go", of: "run"), .withdrawn, "After that")
      try trial.expect(await trial.load().signals, [:], "The signals")
      try trial.expect(await store.send(trial.data("2"), to: "go", of: "run"), .kept, "Another one")
      _ = try await store.reopen("run")
      held = try await trial.claim()
      try trial.expect(held.row.signals["go"]?.value, trial.data("2"), "Its value")
      // It must be gone for a run that waits, too.
      try await trial.write(&held, [], .park(Wake(pause: 0)))
      try trial.expect(await store.withdraw("go", of: "run"), .withdrawn, "While the run waits")
      held = try await trial.claim()
      try await trial.write(&held, [], .park(Wake(signals: ["go"])))
      try trial.expect(held.row.state, .ready(at: nil), "The state of a run without the signal")
    },
    Check("A signal that was read stays") { trial in
      var held = try await trial.held()
      _ = try await trial.store.send(trial.data("1"), to: "go", of: "run")
      let reading = RunChange<Data>.record(.reading(of: "go"), Data(), isCompensated: false)
      try await trial.write(&held, [reading], .park(Wake(signals: ["stop"])))
      try trial.expect(await trial.store.withdraw("go", of: "run"), .read, "The answer")
      try trial.expect(await trial.load().signals["go"]?.value, trial.data("1"), "The signal")
      _ = try await trial.store.send(Data(), to: "stop", of: "run")
      held = try await trial.claim()
      try await trial.write(&held, [], .end(.value(Data())))
      try trial.expect(await trial.store.withdraw("go", of: "run"), .ended, "After the end")
    },
    Check("A run has the signals that it was submitted with") { trial in
      let before = try await trial.now()
      var runs = ["a", "b"].map { id in
        RunSubmission(id: id, workflow: "flow", input: trial.data("input"))
      }
      runs[0].signals = ["go": trial.data("1"), "stop": Data()]
      runs[1].signals = ["go": trial.data("2")]
      _ = try await trial.store.submit(runs)
      let row = try trial.unwrap(await trial.store.load("a"), "The run")
      let values = row.signals.mapValues(\.value)
      try trial.expect(values, ["go": trial.data("1"), "stop": Data()], "The signals")
      let arrival = try trial.unwrap(row.signals["go"]?.arrival, "The signal")
      let isBetween = try await (before...trial.now()).contains(arrival)
      try trial.expect(isBetween, true, "They have arrived at the time of the store")
      let next = try await trial.store.send(Data(), to: "stop", of: "a")
      try trial.expect(next, .taken, "Another one")
      // A run that exists is left as it is.
      runs[1].signals = ["stop": trial.data("3")]
      try trial.expect(await trial.store.submit(runs[1]), .same, "The second submission")
      let other = try trial.unwrap(await trial.store.load("b"), "The run")
      try trial.expect(Set(other.signals.keys), ["go"], "Its signals")
      let held = try await trial.store.claim(trial.request(limit: 2)).runs.first { $0.id == "b" }
      var claimed = ConformanceTrial.Held(id: "b", row: try trial.unwrap(held?.row, "The run"))
      let time = try await trial.write(&claimed, [], .park(Wake(signals: ["go"])))
      try trial.expect(claimed.row.state, .ready(at: time), "The state of one that waits for it")
    },
    Check("Signals sent at the same time have one winner") { trial in
      try await trial.submit()
      let answers = try await withThrowingTaskGroup(of: SignalDelivery.self) { group in
        for number in 0..<8 {
          group.addTask {
            try await trial.store.send(trial.data("\(number)"), to: "go", of: "run")
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try trial.expect(answers.filter { $0 == .kept }.count, 1, "The number of winners")
      try trial.expect(answers.filter { $0 == .taken }.count, 7, "The number of the others")
    },
  ]
}

@_spi(Stores) internal import DurableWorkflows
internal import Foundation

extension RunStoreConformance {
  static let batchChecks: [Check] = [
    Check("Runs that are submitted together are kept, each with its answer") { trial in
      try await trial.submit("a", input: "other")
      try await trial.submit("b")
      let runs = ["a", "b", "c", "c", "d"].map { id in
        RunSubmission(id: id, workflow: "flow", input: trial.data("input"))
      }
      let answers = try await trial.store.submit(runs)
      try trial.expect(answers, [.different, .same, .new, .same, .new], "The answers")
      try trial.expect(await trial.store.submit([]), [], "The answers for none")
      let ids = try await trial.ids(trial.request(limit: 9))
      try trial.expect(Set(ids), ["a", "b", "c", "d"], "The runs")
    }
  ]

  // A store that reports that it keeps no queues passes all rules about them.
  static let queueChecks: [Check] = [
    check("A claim gets runs of its versions only, in a queue, too") { trial in
      try await trial.submitLookalikes(at: QueuePlace("mail"))
      let queues = [RunQueue("mail")]
      let second = trial.request(of: ["deploy"], version: 2, limit: 9, queues: queues)
      try trial.expect(await trial.ids(second), ["second"], "The second version")
      try trial.expect(await trial.ids(second), [], "No other one")
      let first = trial.request(of: ["deploy"], limit: 9, queues: queues)
      try trial.expect(await trial.ids(first), ["first"], "The first version")
    },
    check("A claim gets runs of its queues only, and those without one") { trial in
      try await trial.enqueue("mail", in: "mail")
      try await trial.enqueue("print", in: "print")
      try await trial.submit("none")
      try trial.expect(await trial.ids(trial.request(limit: 9)), ["none"], "Without a queue")
      let ids = try await trial.ids(trial.request(limit: 9, queues: [RunQueue("mail")]))
      try trial.expect(ids, ["mail"], "With one")
      let row = try await trial.load("mail")
      try trial.expect(row.queue, "mail", "The queue")
      try trial.expect(row.started, row.submitted, near: "When it has begun")
      try trial.expect(await trial.load("print").started, nil, "When the other one has begun")
    },
    check("Names of the maximum size are kept") { trial in
      // An index of a database may compress them, which it can do with few texts.
      var random = SplitMix(state: 1)
      let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+")
      let texts = (0..<4).map { _ in
        (0..<NameTooLong.nameLimit).compactMap { _ in letters.randomElement(using: &random) }
      }
      let names = texts.map { String($0) }
      let id = String((names.joined() + names[0]).suffix(NameTooLong.identifierLimit))
      var run = RunSubmission(id: id, workflow: names[0], input: trial.data("input"))
      run.place = QueuePlace(names[1], partition: names[3], key: names[2])
      run.signals = [String(id.reversed()): trial.data("1")]
      try trial.expect(await trial.store.submit(run), .new, "The answer")
      let queues = [RunQueue(names[1], maxConcurrentRuns: 1)]
      let request = trial.request(of: [names[0]], queues: queues)
      try trial.expect(await trial.ids(request), [id], "The run")
      let signals = try await trial.load(id).signals.mapValues(\.value)
      try trial.expect(signals, run.signals, "Its signals")
    },
    check("Runs with a greater priority are claimed first") { trial in
      for (id, priority) in [("a", 0), ("b", 5), ("c", -3), ("d", 5), ("e", 7)] {
        try await trial.enqueue(id, in: "mail", priority: priority)
        try await trial.pass(1)
      }
      try await trial.submit("none")
      try await trial.enqueue("later", in: "mail", priority: 9, delay: 90)
      try await trial.enqueue("soon", in: "mail", priority: 3, delay: 90)
      let queues = [RunQueue("mail")]
      let two = try await trial.ids(trial.request(lease: 90, limit: 2, queues: queues))
      try trial.expect(two, ["e", "b"], "The first two")
      let rest = try await trial.ids(trial.request(lease: 90, limit: 9, queues: queues))
      try trial.expect(rest, ["d", "a", "none", "c"], "The rest")
    },
    check("No more runs of a queue run than it allows, in all workers") { trial in
      for number in 1...5 { try await trial.enqueue("\(number)", in: "mail") }
      try await trial.submit("none")
      let queues = [RunQueue("mail", maxConcurrentRuns: 3)]
      let one = trial.request(worker: "one", limit: 2, queues: queues)
      let two = trial.request(worker: "two", limit: 9, queues: queues)
      let first = try await trial.store.claim(one)
      try trial.expect(first.runs.count, 2, "The first worker")
      let second = try await trial.store.claim(two)
      let ids = (first.runs + second.runs).map(\.id)
      try trial.expect(Set(ids), ["1", "2", "3", "none"], "Both workers")
      try trial.expect(await trial.ids(two), [], "Without room")
      // A run that waits makes room, and so does one that has ended or was given back.
      let run = try trial.unwrap(first.runs.first, "A run")
      var held = ConformanceTrial.Held(id: run.id, row: run.row)
      try await trial.write(&held, [], .park(Wake(signals: ["go"])))
      try trial.expect(await trial.ids(two), ["4"], "After one has parked")
      let other = try trial.unwrap(first.runs.last, "A run")
      held = ConformanceTrial.Held(id: other.id, row: other.row)
      try await trial.write(&held, [], .end(.value(Data())))
      try trial.expect(await trial.ids(two), ["5"], "After one has ended")
    },
    check("The limits of a queue apply to each of its partitions") { trial in
      let runs = [("a1", "a", 0), ("a2", "a", 9), ("a3", "a", 0), ("b1", "b", 0), ("b2", "b", 5)]
      for (id, partition, priority) in runs {
        try await trial.enqueue(id, in: "mail", partition: partition, priority: priority)
        try await trial.pass(1)
      }
      try await trial.enqueue("c1", in: "mail")
      try trial.expect(await trial.load("a1").partition, "a", "The partition")
      let queues = [RunQueue("mail", maxConcurrentRuns: 1)]
      let request = trial.request(worker: "one", lease: 90, limit: 9, queues: queues)
      let claims = try await trial.store.claim(request).runs
      try trial.expect(claims.map(\.id), ["a2", "b2", "c1"], "One of each partition")
      try trial.expect(await trial.ids(request), [], "Without room")
      let run = try trial.unwrap(claims.first, "A run")
      var held = ConformanceTrial.Held(id: run.id, row: run.row)
      try await trial.write(&held, [], .end(.value(Data())))
      let other = trial.request(worker: "two", lease: 90, limit: 9, queues: queues)
      try trial.expect(await trial.ids(other), ["a1"], "After one has ended")
    },
    check("A partition without room is passed over, however many of its runs are due") { trial in
      let store = trial.store
      let all = (1...60).map { ("many \($0)", "a") } + [("z", "b")]
      for (id, partition) in all {
        try await trial.enqueue(id, in: "mail", partition: partition)
      }
      let queues = [RunQueue("mail", maxConcurrentRuns: 2, maxConcurrentRunsPerProcess: 1)]
      let one = trial.request(worker: "one", lease: 90, limit: 1, queues: queues)
      let first = try trial.unwrap(await trial.ids(one).first, "The first run")
      try trial.expect(first.hasPrefix("many"), true, "The first run")
      let next = try await store.claim(one)
      try trial.expect(next.runs.map(\.id), ["z"], "The run of another partition")
      let nothing = try await store.claim(one)
      try trial.expect(nothing.runs.map(\.id), [], "Without room for this process")
      let two = trial.request(worker: "two", lease: 90, limit: 9, queues: queues)
      try trial.expect(await trial.ids(two).count, 1, "With room for another one")
    },
    check("A rate applies to each partition of a queue, and a pause to all") { trial in
      for partition in ["a", "b"] {
        for number in 1...3 {
          try await trial.enqueue("\(partition)\(number)", in: "mail", partition: partition)
        }
      }
      let rate = RunQueue.Rate(2, per: trial.unit * 10)
      let request = trial.request(lease: 90, limit: 9, queues: [RunQueue("mail", rate: rate)])
      try await trial.store.setPaused(true, ofQueue: "mail")
      try trial.expect(await trial.ids(request), [], "Paused")
      try await trial.store.setPaused(false, ofQueue: "mail")
      let ids = try await trial.ids(request)
      try trial.expect(ids.count { $0.hasPrefix("a") }, 2, "Of one partition")
      try trial.expect(ids.count, 4, "Of both")
      try await trial.pass(11)
      try trial.expect(await trial.ids(request).count, 2, "In the next window")
    },
    check("A worker has no more runs of a queue than it wants") { trial in
      for number in 1...4 { try await trial.enqueue("\(number)", in: "mail") }
      let queues = [RunQueue("mail", maxConcurrentRunsPerProcess: 1)]
      for (worker, expected) in [("one", ["1"]), ("one", []), ("two", ["2"]), ("two", [])] {
        let request = trial.request(worker: worker, limit: 9, queues: queues)
        try trial.expect(await trial.ids(request), expected, "Worker \(worker)")
      }
    },
    check("A run whose lease has ended makes room") { trial in
      for number in 1...2 { try await trial.enqueue("\(number)", in: "mail") }
      let queues = [RunQueue("mail", maxConcurrentRuns: 1)]
      let first = trial.request(worker: "one", lease: 3, limit: 9, queues: queues)
      try trial.expect(await trial.ids(first), ["1"], "The first claim")
      let second = trial.request(worker: "two", lease: 3, limit: 9, queues: queues)
      let blocked = try await trial.store.claim(second)
      try trial.expect(blocked.runs.map(\.id), [], "Without room")
      let next = try trial.unwrap(blocked.nextDue, "When to ask again")
      let end = blocked.now + (trial.unit * 3).milliseconds
      try trial.expect(next <= end, true, "It is not after the end of the lease")
      try await trial.pass(4)
      try trial.expect(await trial.ids(second).count, 1, "After the lease")
      try trial.expect(await trial.ids(second), [], "Without room again")
    },
    check("A lease that has ended makes no room for a worker that has none") { trial in
      for number in 1...2 { try await trial.enqueue("\(number)", in: "mail") }
      let queues = [RunQueue("mail", maxConcurrentRunsPerProcess: 1)]
      let first = trial.request(worker: "one", lease: 1000, limit: 9, queues: queues)
      try trial.expect(await trial.ids(first), ["1"], "The first claim")
      let second = trial.request(worker: "two", lease: 1, limit: 9, queues: queues)
      try trial.expect(await trial.ids(second), ["2"], "The claim of another worker")
      try await trial.pass(3)
      let blocked = try await trial.store.claim(first)
      try trial.expect(blocked.runs.map(\.id), [], "Without room")
      let next = blocked.nextDue ?? .max
      try trial.expect(next > blocked.now, true, "It is no use to ask again at once")
    },
    check("No more runs of a queue begin in a time than it allows") { trial in
      for number in 1...5 { try await trial.enqueue("\(number)", in: "mail") }
      let rate = RunQueue.Rate(2, per: trial.unit * 10)
      let request = trial.request(lease: 90, limit: 9, queues: [RunQueue("mail", rate: rate)])
      let first = try await trial.store.claim(request)
      try trial.expect(first.runs.map(\.id), ["1", "2"], "The first claim")
      let next = try trial.unwrap(first.nextDue, "When to ask again")
      let end = first.now + (trial.unit * 10).milliseconds
      try trial.expect(next > first.now && next <= end, true, "It is the end of the time")
      // A run that has begun continues.
      let run = try trial.unwrap(first.runs.first, "A run")
      var held = ConformanceTrial.Held(id: run.id, row: run.row)
      try await trial.write(&held, [], .park(Wake(pause: 0)))
      try trial.expect(await trial.ids(request), ["1"], "One that has waited")
      try await trial.pass(11)
      try trial.expect(await trial.ids(request), ["3", "4"], "After the time")
      try trial.expect(await trial.ids(request), [], "In the next time")
    },
    check("No run of a paused queue is claimed, in no worker") { trial in
      for number in 1...2 { try await trial.enqueue("\(number)", in: "mail") }
      let queues = [RunQueue("mail", maxConcurrentRuns: 5), RunQueue("print")]
      var held = try await trial.claim(trial.request(lease: 90, queues: queues))
      try await trial.enqueue("print", in: "print")
      try await trial.submit("none")
      for _ in 1...2 { try await trial.store.setPaused(true, ofQueue: "mail") }
      let one = trial.request(worker: "one", lease: 90, limit: 9, queues: queues)
      let two = trial.request(worker: "two", lease: 90, limit: 9, queues: queues)
      try trial.expect(Set(await trial.ids(one)), ["none", "print"], "The others")
      // What a worker has goes on, but it does not continue after it has waited.
      try await trial.write(&held, [], .park(Wake(pause: 0)))
      for request in [one, two] {
        let answer = try await trial.store.claim(request)
        try trial.expect(answer.runs.map(\.id), [], "While it is paused")
      }
      try await trial.store.setPaused(false, ofQueue: "mail")
      try trial.expect(Set(await trial.ids(two)), ["1", "2"], "After it was resumed")
    },
    check("The limit of a queue in the store applies in place of those of workers") { trial in
      for number in 1...6 { try await trial.enqueue("\(number)", in: "mail") }
      func claim(_ limit: Int?) async throws -> [String] {
        let queues = [RunQueue("mail", maxConcurrentRuns: limit)]
        return try await trial.ids(trial.request(lease: 90, limit: 9, queues: queues))
      }
      try await trial.store.setLimit(1, ofQueue: "mail")
      try trial.expect(await claim(nil), ["1"], "Without a limit of the worker")
      try trial.expect(await claim(5), [], "With a greater one")
      try await trial.store.setLimit(3, ofQueue: "mail")
      try trial.expect(await claim(1), ["2", "3"], "With a smaller one")
      try await trial.store.setLimit(2, ofQueue: "mail")
      try trial.expect(await claim(nil), [], "With more runs than the limit")
      try await trial.store.setLimit(nil, ofQueue: "mail")
      try trial.expect(await claim(4), ["4"], "With that of the worker again")
      try trial.expect(await claim(nil), ["5", "6"], "With none")
    },
    check("A limit of a queue in the store leaves the other limits as they are") { trial in
      for number in 1...6 { try await trial.enqueue("\(number)", in: "mail") }
      try await trial.store.setLimit(5, ofQueue: "mail")
      let own = [RunQueue("mail", maxConcurrentRunsPerProcess: 1)]
      let first = trial.request(worker: "one", lease: 90, limit: 9, queues: own)
      try trial.expect(await trial.ids(first), ["1"], "With a limit of the process")
      let rate = RunQueue.Rate(3, per: trial.unit * 50)
      let queues = [RunQueue("mail", rate: rate)]
      let second = trial.request(worker: "two", lease: 90, limit: 9, queues: queues)
      try trial.expect(await trial.ids(second), ["2", "3"], "With a rate")
    },
    check("The queues have their settings and their runs that have not ended") { trial in
      func queue(
        _ name: String,
        isPaused: Bool = false,
        _ limit: Int? = nil,
        _ queued: Int = 0,
        _ waiting: Int = 0,
        _ running: Int = 0
      ) -> QueueSummary {
        QueueSummary(
          name: name,
          isPaused: isPaused,
          maxConcurrentRuns: limit,
          queued: queued,
          waiting: waiting,
          running: running
        )
      }
      func expect(_ queues: [QueueSummary], _ what: String) async throws {
        let came = try await trial.store.queues().sorted { $0.name < $1.name }
        try trial.expect(came, queues, what)
      }
      try await trial.submit("none")
      try await expect([], "Without queues")
      for number in 1...3 { try await trial.enqueue("\(number)", in: "mail") }
      try await trial.enqueue("later", in: "mail", delay: 1000)
      try await trial.enqueue("print", in: "print")
      try await trial.store.setPaused(true, ofQueue: "empty")
      try await trial.store.setLimit(2, ofQueue: "mail")
      let queues = [RunQueue("mail")]
      let request = trial.request(lease: 90, limit: 9, queues: queues)
      try trial.expect(Set(await trial.ids(request)), ["none", "1", "2"], "The runs")
      try await expect(
        [queue("empty", isPaused: true), queue("mail", 2, 1, 1, 2), queue("print", nil, 1)],
        "With queues"
      )
      for id in ["1", "2", "3", "later", "print"] { _ = try await trial.store.cancel(id) }
      try await trial.store.setPaused(false, ofQueue: "empty")
      try await expect([queue("mail", 2, 0, 0, 2)], "After cancellations")
      try await trial.store.setLimit(nil, ofQueue: "mail")
      try await expect([queue("mail", nil, 0, 0, 2)], "Without settings")
    },
    check("A run whose key is taken is not added") { trial in
      let queue = RunQueue("mail")
      try trial.expect(await trial.enqueue("a", in: "mail", key: "k"), .new, "The first")
      try trial.expect(await trial.enqueue("b", in: "mail", key: "k"), .taken(by: "a"), "Another")
      try trial.expect(await trial.enqueue("a", in: "mail", key: "k"), .same, "The first again")
      try trial.expect(await trial.enqueue("c", in: "print", key: "k"), .new, "In another queue")
      try trial.expect(await trial.enqueue("d", in: "mail", key: "l"), .new, "With another key")
      try trial.expect(await trial.store.load("b"), nil, "What was not added")
      try trial.expect(await trial.load("a").key, "k", "The key")
      var held = try await trial.claim(trial.request(queues: [queue]))
      try trial.expect(held.id, "a", "The run")
      try trial.expect(await trial.enqueue("b", in: "mail", key: "k"), .taken(by: "a"), "Running")
      // Some stores have a special statement for the last step of a run.
      let last = RunChange.record(trial.path("last"), Data(), isCompensated: false)
      try await trial.write(&held, [last], .end(.value(Data())))
      try trial.expect(await trial.load("a").key, nil, "The key of one that has ended")
      try trial.expect(await trial.enqueue("b", in: "mail", key: "k"), .new, "After its end")
      _ = try await trial.store.cancel("b")
      try trial.expect(await trial.enqueue("e", in: "mail", key: "k"), .new, "After a cancellation")
      held = try await trial.claim(trial.request(queues: [queue]))
      try await trial.write(&held, [], .setAside("a reason"))
      let other = try await trial.enqueue("f", in: "mail", key: "l")
      try trial.expect(other, .new, "After it was set aside")
    },
    check("Runs that are submitted together may have one key, as one after another") { trial in
      func run(_ id: String, _ ifTaken: QueuePlace.TakenKey = .keep) -> RunSubmission {
        let place = QueuePlace("mail", key: "k", ifTaken: ifTaken)
        return RunSubmission(id: id, workflow: "flow", input: trial.data("input"), place: place)
      }
      let answers = try await trial.store.submit(
        [run("a"), run("b"), run("c", .replace), run("a"), run("d", .replace), run("e")]
      )
      try trial.expect(
        answers,
        [.new, .taken(by: "a"), .new, .same, .new, .taken(by: "d")],
        "The answers"
      )
      let cancelled = RunRow<Data>.State.ended(.failure(.cancelled))
      for id in ["a", "c"] { try trial.expect(await trial.load(id).state, cancelled, "Run \(id)") }
      let request = trial.request(limit: 9, queues: [RunQueue("mail")])
      try trial.expect(await trial.ids(request), ["d"], "The run that is left")
    },
    check("A run may replace the one that has its key") { trial in
      try await trial.enqueue("a", in: "mail", key: "k")
      let second = try await trial.enqueue("b", in: "mail", key: "k", ifTaken: .replace)
      try trial.expect(second, .new, "The answer")
      let cancelled = RunRow<Data>.State.ended(.failure(.cancelled))
      try trial.expect(await trial.load("a").state, cancelled, "The run that nobody has begun")
      let held = try await trial.claim(trial.request(queues: [RunQueue("mail")]))
      try trial.expect(held.id, "b", "The run that is claimed")
      let third = try await trial.enqueue("c", in: "mail", key: "k", ifTaken: .replace)
      try trial.expect(third, .new, "The answer while it runs")
      try trial.expect(await trial.load("b").isCancelRequested, true, "It is cancelled")
      try trial.expect(await trial.load("b").key, nil, "Its key")
      try trial.expect(await trial.load("c").key, "k", "The key of the last one")
    },
  ]

  private static func check(
    _ name: String,
    _ body: @escaping @Sendable (ConformanceTrial) async throws -> Void
  ) -> Check {
    Check(name) { trial in if trial.store.keepsQueues { try await body(trial) } }
  }
}

extension ConformanceTrial {
  @discardableResult
  fileprivate func enqueue(
    _ id: String,
    in queue: String,
    partition: String = "",
    priority: Int = 0,
    key: String? = nil,
    ifTaken: QueuePlace.TakenKey = .keep,
    delay: Int = 0
  ) async throws -> SubmissionAnswer {
    try await store.submit(
      RunSubmission(
        id: id,
        workflow: "flow",
        input: data("input"),
        delay: unit * delay,
        place: QueuePlace(
          queue,
          partition: partition,
          priority: priority,
          key: key,
          ifTaken: ifTaken
        )
      )
    )
  }

  /// Throws unless two times are equal or, in real time, close.
  fileprivate func expect(
    _ came: StoreTime?,
    _ expected: StoreTime,
    near what: String
  ) throws {
    guard let came else { throw RunStoreConformance.Failure("\(what) was expected.") }
    let limit = hasOwnTime ? 0 : 10_000
    try expect(abs(came - expected) <= limit, true, what)
  }
}

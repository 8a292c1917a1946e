@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

extension RunStoreConformance {
  static let submissionChecks: [Check] = [
    Check("A run that is new is kept") { trial in
      let before = try await trial.now()
      try trial.expect(await trial.submit(timeLimit: 50), .new, "The answer")
      let row = try await trial.load()
      try trial.expect(row.workflow, "flow", "The workflow")
      try trial.expect(row.input, trial.data("input"), "The input")
      try trial.expect(row.state, .ready(at: row.submitted), "The state")
      let limit = (trial.unit * 50).milliseconds
      try trial.expect(row.deadline, row.submitted + limit, "The deadline")
      let isBetween = try await (before...trial.now()).contains(row.submitted)
      try trial.expect(isBetween, true, "It is submitted at the time of the store")
      try trial.expect(row.epoch, 0, "The number of the claim")
    },
    Check("A run that is submitted again is the same, and is not changed") { trial in
      try await trial.submit(delay: 20)
      let row = try await trial.load()
      try trial.expect(await trial.submit(), .same, "The answer")
      try trial.expect(await trial.load(), row, "The run")
    },
    Check("A run with the identifier of another one is refused") { trial in
      try await trial.submit()
      let row = try await trial.load()
      try trial.expect(await trial.submit(input: "other"), .different, "For another input")
      try trial.expect(await trial.submit(workflow: "other"), .different, "For another workflow")
      try trial.expect(await trial.load(), row, "The run")
    },
    Check("A run that has ended is still the same") { trial in
      var held = try await trial.held()
      try await trial.write(&held, [], .end(.value(trial.data("value"))))
      try trial.expect(await trial.submit(), .same, "The answer")
    },
    Check("A run can be submitted with a claim, which takes it if it is due") { trial in
      let run = RunSubmission(id: "run", workflow: "flow", input: trial.data("input"))
      let (answer, claim) = try await trial.store.submit(run, claiming: trial.request(limit: 3))
      try trial.expect(answer, .new, "The answer")
      try trial.expect(claim.runs.map(\.id), ["run"], "The runs")
      try trial.expect(await trial.load(), claim.runs[0].row, "The run")
    },
    Check("A claim with a submission takes other runs, too, whatever becomes of the submission") {
      trial in
      try await trial.submit("first")
      let run = RunSubmission(id: "first", workflow: "flow", input: trial.data("input"))
      let (same, claim) = try await trial.store.submit(run, claiming: trial.request())
      try trial.expect(same, .same, "The answer to the same run")
      try trial.expect(claim.runs.map(\.id), ["first"], "The runs")
      let other = RunSubmission(id: "first", workflow: "flow", input: trial.data("other"))
      let (different, none) = try await trial.store.submit(other, claiming: trial.request())
      try trial.expect(different, .different, "The answer to another run")
      try trial.expect(none.runs, [], "The runs, when none is due")
    },
    Check("Payloads and names are kept as they are") { trial in
      let bytes = Data((0...255).map { UInt8($0) })
      for (id, input) in [("é/ü'\"\n", bytes), ("", Data()), ("long", Data(count: 100_000))] {
        let run = RunSubmission(id: id, workflow: "fl\u{1F4A1}w", input: input)
        try trial.expect(await trial.store.submit(run), .new, "The answer")
        try trial.expect(await trial.load(id).input, input, "The input of '\(id)'")
        try trial.expect(await trial.load(id).workflow, run.workflow, "The workflow")
        try trial.expect(await trial.store.submit(run), .same, "The second answer")
      }
    },
    Check("A run begins with the records that it is given") { trial in
      let record = RunRow<Data>.Record(
        value: trial.data("value"),
        type: "Type",
        isCompensated: true,
        sequence: 7,
        time: 5,
        took: 3
      )
      var run = RunSubmission(id: "run", workflow: "flow", input: Data())
      run.records[trial.path("a")] = record
      try trial.expect(await trial.store.submit(run), .new, "The answer")
      try trial.expect(await trial.load().records, run.records, "The records")
      try trial.expect(await trial.load().lastSequence, 7, "The last sequence number")
    },
    Check("A run that is unknown is no error") { trial in
      try trial.expect(await trial.store.load("run"), nil, "The run")
      try trial.expect(await trial.store.reopen("run"), false, "Reopening it")
      try await trial.store.release("run", epoch: 1)
      let write = RunWrite(run: "run", epoch: 1, token: 1, changes: [], continuation: .keep)
      try trial.expect(await trial.store.commit(write), .lost, "Writing")
    },
  ]
}

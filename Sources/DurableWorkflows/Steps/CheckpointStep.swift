internal import Foundation
internal import Workflows

/// A step whose output a durable run records.
struct CheckpointStep<Base: Step>: PlacedStep, OutlinedStep {
  typealias Input = Base.Input
  typealias Output = Base.Output

  let base: Base
  let coding: PayloadCoding<Base.Output>

  var name: String { base.name }
  var weight: Double { base.weight }

  var ownOutline: StepOutline {
    StepOutline(.checkpoint, name, output: Output.self, parts: [base.outline])
  }

  nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Output {
    guard let run = context.durability else { return try await base.run(input, in: context) }
    let place = context.place
    if let output = try recordedOutput(at: place, in: run) { return output }
    let began = run.now
    let output = try await base.run(input, in: context)
    let values = context.takeUnrecordedValues()
    try run.record(output, at: place, coding, values: values, began: began)
    return output
  }

  func recordedOutput(at place: RecordPath, in run: any RunDurability) throws -> Output? {
    try run.recordedOutput(at: place, coding)
  }

  func compensations(of target: RecordPath, at place: RecordPath) -> [RecordedCompensation] {
    base.compensations(for: target, at: place)
  }
}

// The output of a step of a function must not be left out because it cannot be recorded.
// expect: 'step(_:key:was:retry:catching:_:undo:)' is deprecated: An output is recorded.

import DurableWorkflows
import Workflows

struct Receipt: Sendable { let number: Int }

let charge = Workflow("charge") { (amount: Int, run: Steps) in
  let receipt = try await run.step("charge") { Receipt(number: amount) }
  let halves = try await run.step("halve") { (amount / 2, amount - amount / 2) }
  let other = try await run.step("charge again") { step in
    print(step.idempotencyKey)
    return Receipt(number: amount)
  } undo: { receipt, _ in
    print(receipt?.number ?? 0)
  }
  return receipt.number + other.number + halves.0
}

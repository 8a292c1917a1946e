import DurableWorkflows
import Workflows

struct Receipt: Codable, Sendable { let number: Int }
struct Answer: Sendable {}

func send(_ number: Int) async throws -> Answer { Answer() }
func log(_ number: Int) async throws {}

let charge = Workflow("charge") { (amount: Int, run: Steps) in
  let receipt = try await run.step("charge") {
    Receipt(number: amount)
  } undo: { receipt, step in
    print(receipt?.number ?? 0, step.idempotencyKey)
  }
  try await run.step("charge nothing") { step in
    print(step.idempotencyKey)
    return Receipt(number: 0)
  }
  try await run.step("send") { _ = try await send(receipt.number) }
  try await run.step("log") { try await log(receipt.number) }
  try await run.step("log again") {
    try await log(receipt.number)
  } undo: { _ in
    try await log(0)
  }
  try await run.step("log and print") { step in
    try await log(receipt.number)
    print(step.idempotencyKey)
  }
  try await run.step("nothing") {}
  return try await run.step("last") { receipt.number }
}

let ends = Workflow("ends") { (amount: Int, run: Steps) in
  try await run.step("log") { try await log(amount) }
}

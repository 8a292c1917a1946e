// Steps that fit: in a builder, in a chain, in branches, and inserted while the run goes.

import Workflows

struct Print: Step {
  func run(_ number: Int, in context: StepContext) async throws -> String { "\(number)" }
}

struct Double: Step {
  func run(_ number: Int, in context: StepContext) async throws -> Int { number * 2 }
}

let chain = Double().then(Print()).then { text in text.count }

let workflow = Workflow("fitting") {
  Double()
  Parallel {
    Print()
    chain
  }
  Perform { (text: String, count: Int) in "\(text) \(count)" }
}

let untyped = Workflow("untyped") {
  Double()
  Perform("next") { $0 + 1 }
  if Bool.random() { Perform("again") { $0 + 1 } }
  switch Int.random(in: 0...1) {
  case 0: Print()
  default: Perform { (number: Int) in "\(number)" }
  }
}

func extend() throws -> WorkflowRun<String> {
  let run = workflow.prepare(21)
  try run.insert(Double(), before: "Double")
  try run.append(Perform { (text: String) in text + "!" })
  try run.start()
  return run
}

import Futures
import Testing
import TestSupport
import Workflows

/// Runs a five-step workflow many times at once, and checks every output.
func runManyAtOnce(_ count: Int) async {
  let workflow = Workflow("five steps") {
    Increment()
    Perform { (number: Int) in "\(number)" }
    Perform { (text: String) async in
      await Task.yield()
      return Array(text.utf8)
    }
    Perform { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) }
    Perform { (text: String) in Int(text) ?? -1 }
  }
  let owner = Owner()
  let calls = Counter()
  let runs = (0..<count).map { number in
    workflow.start(number).on(.inline).onSuccess(for: owner) { _, output in
      if output == number + 1 { calls.add() }
    }
  }
  for (number, run) in runs.enumerated() {
    let value = try? await run.value
    #expect(value == number + 1)
  }
  for run in runs { await run.stopped() }
  #expect(calls.value == count)
  #expect(runs.allSatisfy { $0.trace.spans.count == 6 && $0.fractionCompleted == 1 })
}

// A type on the main actor is Codable only there.
// expect: 'checkpoint()' is deprecated: the output of a checkpoint has to be Codable
// expect: and mark a type on the main actor 'nonisolated'
// expect: error: call can throw, but it is not marked with 'try' and the error is not handled

import DurableWorkflows
import Workflows

@MainActor struct Receipt: @MainActor Codable {
  var number = 1
}

let broken = Workflow("broken") {
  Perform("charge") { (number: Int) in
    let receipt = Receipt()
    return receipt
  }
  .checkpoint()
}

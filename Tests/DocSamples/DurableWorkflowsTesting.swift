// What samples in the doc comments of DurableWorkflowsTesting use, for scripts/check-code.py.

@_spi(Stores) import DurableWorkflows
@_spi(Stores) import DurableWorkflowsTesting
import Foundation
import FuturesTesting
import Testing
import Workflows

let fulfil = Workflow("fulfil order") {
  Perform("ship") { (order: String) in order }.checkpoint()
}

// MARK: Conformance/RunStoreConformance.swift, at file level

typealias TestClock = ManualClock

func MyRunStore(clock: ManualClock) async throws -> any RunStorage {
  RunStore.inMemory(clock: clock).storage
}

import DurableWorkflowsTesting
import Foundation
import Futures
import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// A run with a charge, and with a child for each element of a list, on a store whose operations
/// fail.
final class LiveFamily: Sendable {
  /// What happens to the run.
  enum Story: CaseIterable {
    case succeeds
    /// The second child fails, and the run uses another value instead.
    case recovers
    /// The last step fails, so that the run is undone, and its children with it.
    case isUndone
    /// The children wait for a signal, until a time limit ends the steps that wait for them.
    case isLimited
  }

  private struct Broken: Error {}

  private static let run = "run"

  let story: Story
  private let live: LiveStore
  private let calls = Calls()
  /// Whether a claim of the run may end before the run parks or ends.
  private let endsClaims: Bool

  init(
    _ story: Story,
    faults: [Int: Simulation.Fault] = [:],
    outage: FaultyStore.Outage? = nil
  ) {
    self.story = story
    live = LiveStore(faults: faults, outage: outage)
    endsClaims = outage != nil || faults.values.contains { $0 == .before || $0 == .after }
  }

  var operations: Int { live.operations }

  var hasReported: Bool { live.hasReported }

  // MARK: The workflows

  private var child: Workflow<Int, Int> {
    let pack = Perform("pack") { [calls, story] (number: Int) in
      calls.add("pack \(number)")
      if story == .recovers, number == 2 { throw Broken() }
      return number * 10
    }
    .checkpoint()
    .compensate { [calls] number in calls.add("unpack \(number)") }
    if story != .isLimited { return Workflow("pack") { pack } }
    return Workflow("pack") {
      pack
      WaitForSignal(Signal<Int>("go"))
      Perform("join") { (number: Int, more: Int) in number + more }
    }
  }

  private var element: Workflow<Int, Int> {
    let child = child
    switch story {
    case .succeeds, .isUndone: return Workflow("element") { ChildRun(child) }
    case .recovers:
      return Workflow("element") {
        Workflow("part") { ChildRun(child) }.recover { _ in -1 }
      }
    case .isLimited:
      return Workflow("element") {
        Workflow("part") { ChildRun(child) }
          .timeout(.seconds(20), clock: live.time.clock)
          .recover { _ in -1 }
      }
    }
  }

  private var parent: Workflow<Int, Int> {
    let element = element
    return Workflow("parent") {
      Perform("charge") { [calls] (count: Int) in
        calls.add("charge")
        return count
      }
      .checkpoint()
      .compensate { [calls] _ in calls.add("refund") }
      Perform("list") { (count: Int) in Array(1...count) }.checkpoint()
      ForEach(maxConcurrent: 2, name: "each") { element }
      Perform("ship") { [story] (values: [Int]) in
        if story == .isUndone { throw Broken() }
        return values.reduce(0, +)
      }
      .checkpoint()
    }
  }

  // MARK: The end

  /// Works on the run to its end, in one process after another, and returns what is wrong.
  func difference() async throws -> String? {
    let input = try JSONRunCodec().encode(3)
    _ = try await live.runs.submit(RunSubmission(id: Self.run, workflow: "parent", input: input))
    let options = DurableRunsOptions(pollInterval: .seconds(5), maxFruitlessClaims: 100)
    let (parent, child) = (parent.durable(), child.durable())
    if let difference = try await live.work(options: options, { _ in [parent, child] }) {
      return difference
    }
    return try await check()
  }

  private func check() async throws -> String? {
    guard let row = try await live.runs.load(Self.run), case .ended(let outcome) = row.state else {
      return "is lost"
    }
    let statuses = try await live.statuses()
    switch (outcome, story) {
    case (.value(let data), .succeeds) where data == Data("60".utf8): break
    case (.value(let data), .recovers) where data == Data("39".utf8): break
    case (.value(let data), .isLimited) where data == Data("-3".utf8): break
    case (.failure(.error(type: "Broken", message: _)), .isUndone): break
    case (.value(let data), _): return "is \(String(decoding: data, as: UTF8.self)): \(statuses)"
    default: return "is \(outcome): \(statuses)"
    }
    if row.undone.values.contains(false) { return "is not undone: \(row.undone)" }
    let expected = children.map { "\(Self.run)/parent/each/\($0) \($1)" }
    let found = statuses.filter { $0.contains("/") }
    // Without the process that submitted it, a child that has failed belongs to another attempt.
    let isExact = !endsClaims || story == .succeeds || story == .isUndone
    if isExact, found != expected { return "has children \(found)" }
    let refunds = calls.count(of: "refund")
    if (refunds > 0) != (story == .isUndone) { return "is refunded \(refunds) times" }
    if endsClaims { return nil }
    let counts = Dictionary(grouping: calls.all) { $0 }.mapValues(\.count)
    guard let more = counts.first(where: { $0.value > 1 }) else { return nil }
    return "has \(more.key) \(more.value) times"
  }

  private var children: [(String, DurableRunStatus)] {
    switch story {
    case .succeeds: (1...3).map { ("#\($0)/element/pack", .succeeded) }
    case .isUndone: (1...3).map { ("#\($0)/element/pack", .cancelled) }
    case .isLimited: (1...3).map { ("#\($0)/element/part/pack", .cancelled) }
    case .recovers:
      (1...3).map { ("#\($0)/element/part/pack", $0 == 2 ? .failed : .succeeded) }
    }
  }
}

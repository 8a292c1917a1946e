internal import Foundation
internal import Workflows

/// The signals that a workflow waits for.
struct DeclaredSignals: Sendable {
  /// The types by the names; `nil` if a step may wait for others.
  private let types: [String: any (Decodable & Sendable).Type]?
  /// The record for tools, which know no types; `nil` if there are no signals.
  let record: RunStorage.Row.Record?
  /// The name in the record that stands for all that the outline does not describe.
  fileprivate static let others = "%others"

  init(_ outline: StepOutline) {
    let signals = outline.signals.map { ($0.name, $0.type) }
    types = outline.hasHiddenSignals ? nil : Dictionary(signals) { first, _ in first }
    let names = types?.mapValues { "\($0)" } ?? [Self.others: ""]
    record = names.isEmpty ? nil : Self.record(of: names)
  }

  /// The record of a run whose workflow this process does not know.
  static var unknown: RunStorage.Row.Record? { record(of: [others: ""]) }

  private static func record(of names: [String: String]) -> RunStorage.Row.Record? {
    try? RunStorage.Row.Record(declaring: names)
  }

  /// Throws if a run could not read a signal.
  ///
  /// - Parameters:
  ///   - data: The value, encoded.
  ///   - signal: The name of the signal.
  ///   - run: The identifier of the run.
  ///   - row: The state of the run. What it waits for now is declared.
  ///   - codec: The codec of the run.
  /// - Throws: ``UndeclaredSignal`` or ``UnreadableSignal``.
  func check(
    _ data: Data,
    _ signal: String,
    of run: String,
    _ row: RunStorage.Row,
    _ codec: any RunCodec
  ) throws {
    guard let type = types?[signal] else {
      if let types { try row.requireDeclared(signal, of: run, among: Set(types.keys)) }
      return
    }
    do {
      _ = try codec.decode(type, from: data)
    } catch {
      let problem = "\(UnreadableValue(error))"
      throw UnreadableSignal(run: run, signal: signal, type: "\(type)", problem: problem)
    }
  }
}

extension RunRow<Data>.Record {
  /// Creates a record of the names of signals and the names of their types.
  fileprivate init(declaring names: [String: String]) throws {
    let value = try JSONRunCodec().encode(names)
    self.init(value: value, type: "", isCompensated: false, sequence: 0, time: 0)
  }
}

extension RunRow<Data> {
  /// Throws if the workflow of the run declares no such signal, as far as the run itself says.
  func requireDeclared(_ signal: String, of run: String) throws {
    let known = records[.signals].map { record in
      (try? JSONRunCodec().decode([String: String].self, from: record.value)) ?? [:]
    }
    if known?[DeclaredSignals.others] != nil { return }
    try requireDeclared(signal, of: run, among: Set((known ?? [:]).keys))
  }

  fileprivate func requireDeclared(
    _ signal: String,
    of run: String,
    among declared: Set<String>
  ) throws {
    if declared.contains(signal) || awaited.contains(signal) { return }
    throw UndeclaredSignal(
      run: run,
      signal: signal,
      workflow: workflow,
      declared: declared.union(awaited).filter { !$0.hasPrefix("%") }.sorted()
    )
  }
}

import Explorer
import Testing

@testable import Futures

/// All suites, one test after another: an exploration has the process for itself.
@Suite(.serialized) enum ExplorerTests {}

/// Lets threads share what cannot be copied.
///
/// `@unchecked Sendable`, because sharing too much is what these tests are about.
final class Shared<Value: ~Copyable>: @unchecked Sendable {
  let value: Value

  init(_ value: consuming Value) { self.value = value }
}

struct Pair: ~Copyable {
  let first = EngineAtomic<UInt>(0)
  let second = EngineAtomic<UInt>(0)
}

/// Plain memory.
final class Box: @unchecked Sendable {
  var content = 0
}

extension Bounds {
  static var few: Bounds { Bounds(preemptions: 2) }
  static var many: Bounds { Bounds(preemptions: 20) }
}

extension Schedule {
  var withoutTurns: Schedule { Schedule("") ?? self }
}

import BrightFuturesCompat
import Dispatch

// Every way in which the public API of BrightFutures 8.2 can be called, by argument labels, default
// arguments, trailing closures and functions passed by name, as code of a client. The tables at the
// top of the files name the forms; "·" stands for a closure or a function. Nothing is marked
// `@Sendable` or imported in a special way.

enum Flaw: Error, Equatable {
  case a, b
}

struct Wrapped: Error {
  let inner: Error

  init(_ inner: Error) { self.inner = inner }
}

/// A context that is neither known by name nor by type.
let held: ExecutionContext = { task in task() }

// A new one each time: tests that run side by side would wait for each other's turns.
var one: Future<Int, Flaw> { return Future(value: 1) }
var bad: Future<Int, Flaw> { return Future(error: .a) }

func text(_ number: Int) -> String { return "\(number)" }
func load(_ number: Int) -> Future<String, Flaw> { return Future(value: "\(number)") }
func check(_ number: Int) -> Result<String, Flaw> { return .success("\(number)") }
func isBig(_ number: Int) -> Bool { return number > 1 }
func rescue(_ flaw: Flaw) -> Int { return 0 }
func retry(_ flaw: Flaw) -> Future<Int, Wrapped> { return Future(value: 0) }

/// Notes what it is called with.
final class Notes {
  var lines: [String] = []

  func note<Value>(_ value: Value) { lines.append("\(value)") }
  func noteNumber(_ value: Int) { lines.append("\(value)") }
  func noteFlaw(_ flaw: Flaw) { lines.append("\(flaw)") }
  func noteResult(_ result: Result<Int, Flaw>) { lines.append("\(result)") }
}

// BrightFutures 8.2 leaves these to its clients, and so does this.

extension Int {
  var seconds: DispatchTimeInterval { return .seconds(self) }
  var milliseconds: DispatchTimeInterval { return .milliseconds(self) }
}

extension DispatchTimeInterval {
  var fromNow: DispatchTime { return .now() + self }
}

import Futures
import Testing

/// One public overload that takes closures, and a call of it.
struct Overload: Sendable, CustomTestStringConvertible {
  /// What an overload has or does.
  enum Trait {
    /// Closures run where they are written; otherwise on the context of the call.
    case isolated
    /// Takes a token.
    case token
    /// Takes a clock.
    case clock
    /// Takes a policy, and tries again.
    case retries
    /// Begins after a pause.
    case pauses
    /// Runs one piece of work at a time, as it is called here.
    case limit
    /// Returns the same future, whatever the token does.
    case observes
    /// Its last closure starts work that the token cancels.
    case startsWork
    /// Its result cannot be cancelled.
    case neverFails
  }

  let name: String
  let closures: Int
  let traits: Set<Trait>
  /// Calls the overload, and returns when its result has settled.
  let start: @Sendable (Call) -> Future<Void, any Error>

  init(
    _ name: String,
    closures: Int,
    _ traits: Set<Trait>,
    start: @escaping @Sendable (Call) -> Future<Void, any Error>
  ) {
    self.name = name
    self.closures = closures
    self.traits = traits
    self.start = start
  }

  var testDescription: String { name }

  func has(_ trait: Trait) -> Bool { traits.contains(trait) }

  /// Where a closure has to run.
  func place(of closure: Int) -> Place {
    if !has(.isolated) { return .context }
    return closure == 0 ? .first : .second
  }

  /// The overloads with a context whose result can be cancelled.
  static let cancellableOnAContext = overloads.filter {
    $0.traits.isDisjoint(with: [.isolated, .observes, .neverFails])
  }

  /// The overloads that have all of some traits.
  static func all(with traits: Trait...) -> [Overload] {
    overloads.filter { $0.traits.isSuperset(of: traits) }
  }
}

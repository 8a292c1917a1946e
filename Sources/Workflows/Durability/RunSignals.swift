package import Futures

/// The signals of a run that has no store: the first value of each, or all values of one that
/// queues.
package final class RunSignals: Sendable {
  /// The next value of a signal that queues, or what to wait for until there is one.
  package enum Next<Value: Sendable>: Sendable {
    case value(Value)
    case arrival(Future<Void, any Error>)
  }

  /// The values of a signal that queues, which nobody has taken.
  private struct Queue {
    var values: [any Sendable] = []
    var arrival = Promise<Void, any Error>()
  }

  private let promises = Locked<[String: Promise<any Sendable, any Error>]>([:])
  private let queues = Locked<[String: Queue]>([:])

  /// Keeps a signal; returns whether it is the first with its name.
  package func send(_ value: any Sendable, to name: String) -> Bool {
    promise(of: name).succeed(value)
  }

  /// Adds a value of a signal that queues.
  package func send(_ value: any Sendable, toQueue name: String) {
    let arrival = queues.withLock { queues in
      queues[name, default: Queue()].values.append(value)
      let arrival = queues[name]?.arrival
      queues[name]?.arrival = Promise()
      return arrival
    }
    arrival?.succeed()
  }

  /// Returns the signal with a name, now or later.
  package func value<Value: Sendable>(
    of name: String,
    as type: Value.Type
  ) -> Future<Value, any Error> {
    promise(of: name).future.map { value in try Self.value(value, of: name) }
  }

  /// Takes the next value of a signal that queues.
  package func next<Value: Sendable>(ofQueue name: String) throws -> Next<Value> {
    let (taken, arrival) = queues.withLock { queues -> ((any Sendable)?, Future<Void, any Error>) in
      var queue = queues[name] ?? Queue()
      defer { queues[name] = queue }
      return (queue.values.isEmpty ? nil : queue.values.removeFirst(), queue.arrival.future)
    }
    return try taken.map { .value(try Self.value($0, of: name)) } ?? .arrival(arrival)
  }

  private static func value<Value: Sendable>(_ sent: any Sendable, of name: String) throws -> Value
  {
    guard let value = sent as? Value else { throw OtherSignal(name: name, type: Value.self) }
    return value
  }

  private func promise(of name: String) -> Promise<any Sendable, any Error> {
    promises.withLock { promises in
      if let promise = promises[name] { return promise }
      let promise = Promise<any Sendable, any Error>()
      promises[name] = promise
      return promise
    }
  }
}

/// The error of a signal whose type differs from that of the wait for it.
private struct OtherSignal: Error, CustomStringConvertible {
  let name: String
  let type: any Any.Type

  var description: String {
    "The signal '\(name)' that was sent is no \(type). Use one Signal for both."
  }
}

package import Futures

/// The signals of a run that has no store; the first one with a name is kept.
package final class RunSignals: Sendable {
  private let promises = Locked<[String: Promise<any Sendable, any Error>]>([:])

  /// Keeps a signal; returns whether it is the first with its name.
  package func send(_ value: any Sendable, to name: String) -> Bool {
    promise(of: name).succeed(value)
  }

  /// Returns the signal with a name, now or later.
  package func value<Value: Sendable>(
    of name: String,
    as type: Value.Type
  ) -> Future<Value, any Error> {
    promise(of: name).future.map { value in
      guard let value = value as? Value else { throw OtherSignal(name: name, type: type) }
      return value
    }
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

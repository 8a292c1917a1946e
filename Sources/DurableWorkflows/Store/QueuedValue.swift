package import Foundation

/// The name under which a store keeps one value of a signal that queues.
///
/// Stores keep one value of each name, the first, so values have numbered names. Of two senders
/// that choose one number, the second learns that it is taken.
package struct QueuedName: Hashable, Sendable {
  /// The name of the signal.
  package let signal: String
  /// The number of the value, from 1.
  package let number: Int

  package init(_ signal: String, _ number: Int) {
    self.signal = signal
    self.number = number
  }

  /// Reads the name of a value; `nil` for any other name of a signal.
  package init?(stored name: String) {
    guard name.utf8.starts(with: Self.start.utf8) else { return nil }
    let rest = name.utf8.dropFirst(Self.start.utf8.count)
    guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
      let number = Int(Substring(rest[..<space]))
    else { return nil }
    self.init(String(Substring(rest[rest.index(after: space)...])), number)
  }

  /// The name for the store.
  package var stored: String { "\(Self.start)\(number) \(signal)" }

  private static let start = "%queued "
}

/// A value of a signal that queues, with the key of its sender.
package struct QueuedValue: Hashable, Sendable {
  /// Identifies the sending: the run keeps one value of a key.
  package let key: String
  /// The value, encoded.
  package let value: Data

  package init(_ value: Data, key: String) {
    self.key = key
    self.value = value
  }

  /// Reads a value from a store; `nil` for the place of one that was withdrawn.
  package init?(stored data: Data) {
    guard let colon = data.firstIndex(of: UInt8(ascii: ":")),
      let count = Int(String(decoding: data[..<colon], as: UTF8.self)), count >= 0
    else { return nil }
    let rest = data[data.index(after: colon)...]
    key = String(decoding: rest.prefix(count), as: UTF8.self)
    value = Data(rest.dropFirst(count))
  }

  /// The value for the store: the size of the key, the key, and the value.
  package var stored: Data { Data("\(key.utf8.count):\(key)".utf8) + value }

  /// What keeps the number of a value that was withdrawn, so that no later sender takes it.
  static let withdrawn = Data()
}

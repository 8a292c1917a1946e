/// The error of a load that waits for itself.
///
/// A load of ``SharedLoads`` or ``SharedLoad`` that requests its own value, directly or through
/// other loads, would wait forever. The request that closes the cycle fails with this error
/// instead. Its load usually fails with the same error then, as do the others in the cycle.
///
/// An error type that cannot hold this error receives a ``BrokenPromise`` with the reason
/// ``BrokenPromise/Reason-swift.struct/selfResolution``, or its cancellation error. If it can hold
/// neither, the request stays pending, and ``Diagnostics`` reports the cycle.
public struct LoadCycle: Error, Hashable, Sendable {
  /// Descriptions of the keys, each of which waits for the next; the first is also the last.
  ///
  /// If the values have different types, the descriptions contain these types.
  public let keys: [String]

  /// Creates the error.
  ///
  /// The library creates these errors for you. Create one to test how your code handles it.
  ///
  /// - Parameter keys: Descriptions of the keys, each of which waits for the next.
  package init(keys: [String]) { self.keys = keys }
}

extension LoadCycle: CustomStringConvertible {
  /// The keys, and what to do about it.
  public var description: String {
    "A load waits for itself: \(keys.joined(separator: " → ")). Load what these keys share without "
      + "asking for one of them again. To start a load over, remove its key before you ask for it."
  }
}

extension LoadCycle {
  /// Creates the error of loads, each of which waits for the next.
  init(of loads: [Interest]) {
    let names = loads.map(\.name)
    let isOfOneType = names.allSatisfy { $0.type == names[0].type }
    self.init(keys: names.map { isOfOneType ? $0.key : "\($0.key) (\($0.type))" })
  }

  /// This error as a `Failure`, if that type can express it; otherwise reports it.
  @usableFromInline
  func representedOrReported<Failure: Error>(in type: Failure.Type) -> Failure? {
    if let failure = self as? Failure { return failure }
    if let failure = BrokenPromise(reason: .selfResolution).represented(in: type) { return failure }
    Diagnostics.report(.selfResolution, error: self)
    return nil
  }
}

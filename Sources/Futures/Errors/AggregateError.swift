/// The errors of several futures, in the order in which the futures were given.
public struct AggregateError<Failure: Error>: Error, CustomStringConvertible {
  private let list: ErrorList<Failure>

  /// The errors, in input order.
  public var errors: [Failure] { list.errors.withLock { $0 } }

  /// Creates an error from several.
  ///
  /// - Parameter errors: The errors, in the order to report them.
  public init(_ errors: [Failure]) { list = ErrorList(errors) }

  /// All errors on one line each.
  public var description: String {
    let errors = errors
    if errors.isEmpty { return "There was nothing that could have succeeded." }
    let lines = errors.map { "\n- \($0)" }.joined()
    return "\(errors.count) failed:\(lines)"
  }
}

/// Two errors are equal if they consist of equal errors in the same order.
extension AggregateError: Equatable where Failure: Equatable {}

/// The errors of an ``AggregateError``.
///
/// Errors that are nested, one in the other, would be released with a recursion. As the payload of
/// a cell, they are released one after another.
private final class ErrorList<Failure: Error>: Sendable {
  let errors: Locked<[Failure]>

  init(_ errors: [Failure]) { self.errors = Locked(errors) }

  deinit {
    // Nothing but the cell refers to them when it is released.
    let address = Cell(value: takeErrors()).retainedAddress
    ThreadState.withCurrent { $0.release(address) }
  }

  private func takeErrors() -> [Failure] {
    errors.withLock { errors in
      defer { errors = [] }
      return errors
    }
  }
}

extension ErrorList: Equatable where Failure: Equatable {
  static func == (one: ErrorList, other: ErrorList) -> Bool {
    one.errors.withLock { $0 } == other.errors.withLock { $0 }
  }
}

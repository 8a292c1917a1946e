/// A type that reports whether work should stop.
///
/// A token is the reading end of a ``CancellationSource``. Pass it to the operations that end
/// together, or check it in code that runs for a while.
///
/// ```swift
/// func checksum(
///   of blocks: [Block],
///   token: CancellationToken
/// ) throws -> Checksum {
///   var sum = Checksum()
///   for block in blocks {
///     try token.throwIfCancelled()
///     sum.add(block)
///   }
///   return sum
/// }
/// ```
public struct CancellationToken: Sendable {
  @usableFromInline let core: CancellationCore?

  @usableFromInline
  init(core: CancellationCore?) { self.core = core }

  /// A token that is never cancelled and costs nothing.
  ///
  /// Pass it to an operation that must not end with the current scope.
  @inlinable
  public static var never: CancellationToken { CancellationToken(core: nil) }

  /// The token of the scope that the calling code belongs to, or ``never`` outside of any.
  ///
  /// Whatever starts work takes this token unless you pass another one, so work ends together with
  /// the scope in which it was started. See <doc:CancellationAndInvalidation>.
  ///
  /// - Complexity: O(1): a load where no scope exists, otherwise the lookup of a task-local value.
  public static var current: CancellationToken {
    guard let scope = CurrentScope.value else { return .never }
    return CancellationToken(core: scope as? CancellationCore)
  }

  /// Whether this is ``never``.
  @inlinable package var isNever: Bool { core == nil }

  /// Whether the source has been cancelled.
  public var isCancelled: Bool { core?.isCancelled ?? false }

  /// Throws if the source has been cancelled.
  ///
  /// - Throws: `CancellationError`.
  public func throwIfCancelled() throws(CancellationError) {
    if isCancelled { throw CancellationError() }
  }
}

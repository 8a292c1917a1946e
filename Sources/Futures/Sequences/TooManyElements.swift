/// The error of a sequence, or of a publisher, that has more elements than were expected.
public struct TooManyElements: Error, Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of elements that were expected.
  public let limit: Int

  /// Creates the error.
  ///
  /// - Parameter limit: The maximum number of elements that were expected.
  package init(limit: Int) { self.limit = limit }

  /// A message that says how many elements were expected.
  public var description: String {
    limit == 1 ? "There is more than one element." : "There are more than \(limit) elements."
  }
}

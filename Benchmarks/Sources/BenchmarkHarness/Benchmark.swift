/// One way to do a piece of work: a name and the work itself.
public struct Side {
  /// What the side is called in reports.
  public let name: String
  /// Does the work the given number of times.
  ///
  /// It takes the number rather than being called that often, so that what one iteration can share
  /// with the next (a payload, a buffer) is made once, outside what is measured.
  public let run: (_ iterations: Int) -> Void

  /// Makes a side.
  public init(_ name: String, run: @escaping (_ iterations: Int) -> Void) {
    self.name = name
    self.run = run
  }
}

/// The same work done by this library and by a peer.
///
/// Both sides hand what they produce to ``blackHole(_:)``, equally often: ``Runner`` refuses to
/// compare sides that do not.
public struct Benchmark {
  /// The name in reports, for instance `chain-pending`.
  public let name: String
  /// What one operation is, in one word: `link`, `observer`.
  public let unit: String
  /// How many operations one iteration holds; times and allocations are divided by it.
  public let operations: Int
  /// This library's side.
  public let ours: Side
  /// The peer's side.
  public let peer: Side

  /// Makes a benchmark out of two sides.
  public init(_ name: String, unit: String, operations: Int, ours: Side, peer: Side) {
    precondition(operations > 0, "a benchmark needs at least one operation an iteration")
    self.name = name
    self.unit = unit
    self.operations = operations
    self.ours = ours
    self.peer = peer
  }
}

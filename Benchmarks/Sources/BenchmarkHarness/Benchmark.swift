/// One way to do a piece of work: a name and the work itself.
public struct Side {
  /// What the side is called in reports.
  public let name: String
  /// How many operations one iteration holds, if not as many as the benchmark says.
  public let operations: Int?
  /// Does the work the given number of times.
  ///
  /// It takes the number rather than being called that often, so that what one iteration can share
  /// with the next (a payload, a buffer) is made once, outside what is measured.
  public let run: (_ iterations: Int) -> Void

  /// Creates a side.
  public init(_ name: String, operations: Int? = nil, run: @escaping (_ iterations: Int) -> Void) {
    self.name = name
    self.operations = operations
    self.run = run
  }
}

/// How far a count of allocations depends on more than the code.
public enum CountStability: Sendable {
  /// It does not: the same in every run.
  case exact
  /// It varies a little with how threads get to run.
  case steady
  /// It depends on which thread is first; no threshold would mean anything.
  case racy
}

/// The same work done by this library and by its peers.
///
/// All sides hand what they produce to ``blackHole(_:)``, equally often: ``Runner`` refuses to
/// compare sides that do not.
public struct Benchmark {
  /// The name in reports, for instance `chain-pending`.
  public let name: String
  /// What one operation is, in one word: `link`, `observer`.
  public let unit: String
  /// How many operations one iteration holds; times and allocations are divided by it.
  public let operations: Int
  /// What the measurement has to stay within.
  public let bar: Bar
  /// How far the number of allocations is the same in every run.
  public let counts: CountStability
  /// This library's side.
  public let ours: Side
  /// The peers' sides; the ratio is to the first one.
  public let peers: [Side]

  /// Creates a benchmark out of two or more sides.
  public init(
    _ name: String,
    unit: String,
    operations: Int,
    bar: Bar = .none,
    counts: CountStability = .exact,
    ours: Side,
    peers: Side...
  ) {
    precondition(operations > 0, "a benchmark needs at least one operation an iteration")
    precondition(!peers.isEmpty, "a benchmark needs a peer")
    self.name = name
    self.unit = unit
    self.operations = operations
    self.bar = bar
    self.counts = counts
    self.ours = ours
    self.peers = peers
  }

  /// Ours first, then the peers'.
  var sides: [Side] { [ours] + peers }

  /// How many operations an iteration of the side holds.
  func operations(of side: Side) -> Double { Double(side.operations ?? operations) }
}

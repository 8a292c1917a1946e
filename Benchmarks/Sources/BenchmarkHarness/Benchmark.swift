/// One way to do a piece of work: a name and the work itself.
public struct Side {
  /// The name of the side in reports.
  public let name: String
  /// The number of operations in one iteration, if it differs from the benchmark's.
  public let operations: Int?
  /// Does the work the given number of times.
  ///
  /// The closure takes the number so that what iterations can share (a payload, a buffer) is
  /// created once, outside of what is measured.
  public let run: (_ iterations: Int) -> Void

  /// Creates a side.
  public init(_ name: String, operations: Int? = nil, run: @escaping (_ iterations: Int) -> Void) {
    self.name = name
    self.operations = operations
    self.run = run
  }
}

/// How reproducible a count of allocations is.
public enum CountStability: Sendable {
  /// The count is the same in every run.
  case exact
  /// The count varies a little with the scheduling of threads.
  case steady
  /// The count depends on which thread is first, so that no threshold would mean anything.
  case racy
}

/// The same work done by this library and by its peers.
///
/// All sides pass the same number of values to ``blackHole(_:)``: ``Runner`` refuses to compare
/// sides that do not.
public struct Benchmark {
  /// The name in reports, for instance `chain-pending`.
  public let name: String
  /// The name of one operation, in one word: `link`, `observer`.
  public let unit: String
  /// The number of operations in one iteration, by which times and allocations are divided.
  public let operations: Int
  /// The bounds of the measurement.
  public let bar: Bar
  /// How reproducible the number of allocations is.
  public let counts: CountStability
  /// This library's side.
  public let ours: Side
  /// The peers' sides, the first of which the ratio refers to.
  public let peers: [Side]

  /// Creates a benchmark of two or more sides.
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

  /// Our side, then the peers' sides.
  var sides: [Side] { [ours] + peers }

  /// Returns the number of operations in one iteration of a side.
  func operations(of side: Side) -> Double { Double(side.operations ?? operations) }
}

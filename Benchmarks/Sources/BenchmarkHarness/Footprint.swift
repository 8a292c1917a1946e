/// How many bytes of memory a thing keeps occupied, beside a peer's.
public struct FootprintBenchmark {
  /// Allocates room for a number of things, which is not counted, and returns what creates them
  /// and keeps them alive as long as it lives itself.
  public typealias Maker = (_ count: Int) -> () -> Void

  /// The name in reports.
  public let name: String
  /// What is counted, in one word.
  public let unit: String
  /// The most bytes ours may have; nil if they are only reported.
  public let bar: Double?
  /// This library's things, by the side's name.
  public let ours: (name: String, make: Maker)
  /// The peer's things, by the side's name.
  public let peer: (name: String, make: Maker)

  /// Creates a benchmark of two makers.
  public init(
    _ name: String,
    unit: String,
    bar: Double? = nil,
    ours: (name: String, make: Maker),
    peer: (name: String, make: Maker)
  ) {
    self.name = name
    self.unit = unit
    self.bar = bar
    self.ours = ours
    self.peer = peer
  }

  /// Counts what both sides occupy; nil where bytes cannot be counted.
  public func measure() -> Footprint? {
    guard let own = Self.bytes(ours.make), let others = Self.bytes(peer.make) else { return nil }
    return Footprint(
      name: name,
      unit: unit,
      bar: bar,
      ours: own,
      peer: others,
      peerName: peer.name
    )
  }

  /// Bytes for each of ten thousand things; whatever else they share is spread thin.
  private static func bytes(_ make: Maker) -> Double? {
    let count = 10_000
    make(10)()
    let fill = make(count)
    return withExtendedLifetime(fill) {
      AllocationCounting.liveBytes(after: fill).map { Double($0) / Double(count) }
    }
  }
}

/// What came out of a footprint benchmark.
public struct Footprint: Codable, Equatable, Sendable {
  /// The benchmark's name.
  public let name: String
  /// What is counted.
  public let unit: String
  /// The most bytes ours may have.
  public let bar: Double?
  /// Bytes for each of ours.
  public let ours: Double
  /// Bytes for each of the peer's.
  public let peer: Double
  /// The peer.
  public let peerName: String

  /// Creates a footprint from numbers measured elsewhere.
  public init(
    name: String,
    unit: String,
    bar: Double?,
    ours: Double,
    peer: Double,
    peerName: String
  ) {
    self.name = name
    self.unit = unit
    self.bar = bar
    self.ours = ours
    self.peer = peer
    self.peerName = peerName
  }

  /// Whether ours is within the bar.
  public var verdict: Verdict { Verdict(ours, atMost: bar) }
}

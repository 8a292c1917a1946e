/// A comparison of the bytes of memory that an object occupies with a peer's.
public struct FootprintBenchmark {
  /// Allocates room for a number of objects, which is not counted, and returns a closure that
  /// creates them and keeps them alive for its own lifetime.
  public typealias Maker = (_ count: Int) -> () -> Void

  /// The name in reports.
  public let name: String
  /// The name of what is counted, in one word.
  public let unit: String
  /// The maximum number of bytes of ours, or nil if bytes are only reported.
  public let bar: Double?
  /// This library's objects, by the side's name.
  public let ours: (name: String, make: Maker)
  /// The peer's objects, by the side's name.
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

  /// Counts the bytes of both sides, or returns nil where bytes cannot be counted.
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

  /// Returns the bytes per object among ten thousand, so that shared bytes hardly count.
  private static func bytes(_ make: Maker) -> Double? {
    let count = 10_000
    make(10)()
    let fill = make(count)
    return withExtendedLifetime(fill) {
      AllocationCounting.liveBytes(after: fill).map { Double($0) / Double(count) }
    }
  }
}

/// The result of a footprint benchmark.
public struct Footprint: Codable, Equatable, Sendable {
  /// The benchmark's name.
  public let name: String
  /// The name of what is counted.
  public let unit: String
  /// The maximum number of bytes of ours.
  public let bar: Double?
  /// The bytes of each of ours.
  public let ours: Double
  /// The bytes of each of the peer's.
  public let peer: Double
  /// The peer's name.
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

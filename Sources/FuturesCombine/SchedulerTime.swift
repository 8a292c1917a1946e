#if canImport(Combine) || OpenCombine
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// A time of a ``ContextScheduler``.
public struct SchedulerTime: Strideable, Hashable, Sendable {
  /// The time since the scheduler was created.
  public var sinceStart: Duration

  /// Creates a time.
  ///
  /// - Parameter sinceStart: The time since the scheduler was created.
  public init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

  /// Returns the distance from this time to another one.
  ///
  /// - Parameter other: The other time.
  /// - Returns: The distance; negative if the other time is earlier.
  public func distance(to other: SchedulerTime) -> Stride {
    Stride(other.sinceStart - sinceStart)
  }

  /// Returns the time that is a given distance from this one.
  ///
  /// - Parameter stride: The distance.
  /// - Returns: The time.
  public func advanced(by stride: Stride) -> SchedulerTime {
    SchedulerTime(sinceStart + stride.duration)
  }
}

extension SchedulerTime {
  /// A distance between two times.
  public struct Stride: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable, Hashable,
    Sendable, ExpressibleByFloatLiteral
  {
    /// The distance.
    public var duration: Duration

    /// Creates a distance.
    ///
    /// - Parameter duration: The distance.
    public init(_ duration: Duration) { self.duration = duration }

    /// Creates a distance.
    ///
    /// - Parameter value: The distance in seconds.
    public init(integerLiteral value: Int) { self.init(.seconds(value)) }

    /// Creates a distance.
    ///
    /// - Parameter value: The distance in seconds.
    public init(floatLiteral value: Double) { self.init(.seconds(value)) }

    /// Creates a distance.
    ///
    /// - Parameter source: The distance in seconds.
    public init?<Source: BinaryInteger>(exactly source: Source) {
      guard let seconds = Int64(exactly: source) else { return nil }
      self.init(.seconds(seconds))
    }

    /// The distance in seconds.
    fileprivate var seconds: Double { duration / .seconds(1) }

    /// The distance without its sign.
    public var magnitude: Stride { duration < .zero ? Stride(.zero - duration) : self }

    /// Compares two distances.
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.duration < rhs.duration }

    /// Adds two distances.
    public static func + (lhs: Stride, rhs: Stride) -> Stride {
      Stride(lhs.duration + rhs.duration)
    }

    /// Subtracts a distance from another one.
    public static func - (lhs: Stride, rhs: Stride) -> Stride {
      Stride(lhs.duration - rhs.duration)
    }

    /// Multiplies two distances in seconds.
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.duration * rhs.seconds) }

    /// Multiplies a distance by another one, in seconds.
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

    /// A number of seconds.
    public static func seconds(_ count: Int) -> Stride { Stride(.seconds(count)) }

    /// A number of seconds.
    public static func seconds(_ count: Double) -> Stride { Stride(.seconds(count)) }

    /// A number of milliseconds.
    public static func milliseconds(_ count: Int) -> Stride { Stride(.milliseconds(count)) }

    /// A number of microseconds.
    public static func microseconds(_ count: Int) -> Stride { Stride(.microseconds(count)) }

    /// A number of nanoseconds.
    public static func nanoseconds(_ count: Int) -> Stride { Stride(.nanoseconds(count)) }
  }
}
#endif

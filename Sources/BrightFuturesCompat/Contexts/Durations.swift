public import Dispatch

// BrightFutures 5.0 had these; later versions left them to their users.

extension Int {
  /// This many seconds.
  public var seconds: DispatchTimeInterval { .seconds(self) }

  /// This many seconds, to go with 1.
  public var second: DispatchTimeInterval { .seconds(self) }

  /// This many milliseconds.
  public var milliseconds: DispatchTimeInterval { .milliseconds(self) }

  /// This many milliseconds, to go with 1.
  public var millisecond: DispatchTimeInterval { .milliseconds(self) }
}

extension DispatchTimeInterval {
  /// The point in time that is this interval away from now.
  public var fromNow: DispatchTime { .now() + self }
}

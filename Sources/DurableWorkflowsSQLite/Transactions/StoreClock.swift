#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Futures

/// The clock of a store in this process.
///
/// The time of the store passes as the uptime of the machine does, so durations are right whatever
/// happens to the date. Only between two starts of the machine, the date tells how much time has
/// passed. The date and the time of the store therefore differ once the date was set. What waits
/// for a date follows the date: see ``RunTransaction/followDate()``.
final class StoreClock: Sendable {
  /// A time of the store, with what the clocks of the machine showed at that time.
  struct Stamp: Hashable, Sendable {
    var time: StoreTime
    var date: StoreTime
    var uptime: Int
    var boot: String

    /// The date less the time of the store.
    var shift: Int { date.subtractingReportingOverflow(time).partialValue }
  }

  private struct State {
    /// The last time that this process has computed.
    var last: Stamp?
    /// The last shift for which this process has planned what waits for dates.
    var planned: Int?
    var wasSet = false
  }

  /// The difference, in milliseconds, from which on a clock counts as set.
  static let tolerance = 1000

  private let machine: MachineClock
  private let state = Locked(State())

  init(_ machine: MachineClock) { self.machine = machine }

  /// Returns the time that follows the one in the store.
  func next(after stored: Stamp) -> Stamp {
    state.withLock { state in
      var now = Stamp(
        time: stored.time,
        date: machine.date(),
        uptime: machine.uptime(),
        boot: machine.boot
      )
      // A time that was changed by hand may be any.
      if let last = state.last {
        now.time = max(now.time, last.time.after(now.uptime - last.uptime))
      }
      if stored.boot == now.boot {
        now.time = max(now.time, stored.time.after(now.uptime - stored.uptime))
      } else if state.last == nil {
        let (passed, isTooGreat) = now.date.subtractingReportingOverflow(stored.date)
        now.time = max(now.time, stored.time.after(isTooGreat ? 0 : passed))
      }
      state.last = now
      return now
    }
  }

  /// The date less the time of the store, now.
  var shift: Int {
    state.withLock { state in
      guard let last = state.last else { return 0 }
      let time = last.time.after(machine.uptime() - last.uptime)
      return machine.date().subtractingReportingOverflow(time).partialValue
    }
  }

  /// Decides whether what waits for dates has to be planned anew, because the date was set.
  ///
  /// Two processes with different dates plan once each, and not in turns.
  ///
  /// - Parameters:
  ///   - now: The time of the store.
  ///   - planned: The shift for which it was last planned, by any process.
  /// - Returns: Whether the caller has to plan.
  func hasToPlan(at now: Stamp, planned: Int) -> Bool {
    state.withLock { state in
      let isPlanned = Self.areClose(now.shift, planned)
      let isKnown = state.planned.map { Self.areClose(now.shift, $0) }
      if isKnown == false || !isPlanned { state.wasSet = true }
      state.planned = now.shift
      return !isPlanned && isKnown != true
    }
  }

  /// Whether the date was set since this process began, or before.
  var wasSet: Bool { state.withLock { $0.wasSet } }

  private static func areClose(_ one: Int, _ other: Int) -> Bool {
    one.subtractingReportingOverflow(other).partialValue.magnitude <= tolerance
  }
}
#endif

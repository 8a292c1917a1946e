/// The number of calls within a sliding window of time, and of those that are marked: failures, or
/// retries.
///
/// The window slides in steps of a tenth, so that memory does not depend on the number of calls.
/// It is a value, and takes the time as an argument.
struct RecentCalls: Equatable, Sendable {
  private struct Slot: Equatable {
    var calls = 0
    var marked = 0
  }

  /// The calls within the window.
  private(set) var calls = 0
  /// The marks within the window.
  private(set) var marked = 0

  private let window: Duration
  private let step: Duration
  private var slots = Array(repeating: Slot(), count: 10)
  private var newest = 0
  /// When the newest slot began.
  private var start = Duration.zero

  /// Creates a window without calls, at time zero.
  ///
  /// - Parameter window: Its length.
  init(over window: Duration) {
    self.window = min(max(window, .nanoseconds(10)), .longestTimer)
    step = self.window / slots.count
  }

  /// Adds calls and marks.
  mutating func add(calls: Int = 0, marked: Int = 0, at now: Duration) {
    slide(to: now)
    slots[newest].calls += calls
    slots[newest].marked += marked
    self.calls += calls
    self.marked += marked
  }

  /// Forgets what has left the window.
  ///
  /// A time that is a little earlier than that of the newest slot is that of a thread which came
  /// late. If the clock was set back further, the age of the calls is unknown, and they are
  /// forgotten.
  mutating func slide(to now: Duration) {
    if now + window < start { return removeAll(at: now) }
    for _ in slots.indices {
      if now - start < step { return }
      start += step
      newest = (newest + 1) % slots.count
      calls -= slots[newest].calls
      marked -= slots[newest].marked
      slots[newest] = Slot()
    }
    start = now
  }

  /// Forgets all calls.
  mutating func removeAll(at now: Duration) {
    for index in slots.indices { slots[index] = Slot() }
    (calls, marked, start) = (0, 0, now)
  }
}

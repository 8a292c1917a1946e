#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Returns how many times as long per unit work takes at a large size as at a small one.
///
/// Only the processor time of this thread counts, and the shortest of several runs, so that a busy
/// machine does not distort the result. The large size runs again only if its first run leaves a
/// doubt.
///
/// - Parameters:
///   - small: A size at which the work takes some milliseconds.
///   - large: A size several times as large.
///   - prepare: Creates the work for a size. Its own time is not measured.
/// - Returns: About 1 for linear work, about `large / small` for quadratic work.
package func timeGrowth(
  from small: Int,
  to large: Int,
  _ prepare: (_ size: Int) -> () -> Void
) -> Double {
  func time(_ work: () -> Void) -> Double { processorTime(of: work) / .nanoseconds(1) }
  let (short, long) = (prepare(small), prepare(large))
  let shortest = max((0..<3).map { _ in time(short) }.min() ?? 0, 1)
  var growth = Double.infinity
  for _ in 0..<3 where growth > 1.5 {
    growth = min(growth, time(long) / shortest * Double(small) / Double(large))
  }
  return growth
}

/// Returns the processor time of work on this thread, which excludes other threads.
package func processorTime(of work: () -> Void) -> Duration {
  let start = threadTime()
  work()
  return threadTime() - start
}

/// Returns the processor time that this thread has taken, for work that does not fit in a closure.
package func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

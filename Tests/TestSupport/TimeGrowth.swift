#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Tells whether work takes linear time: how many times as long a large piece takes per unit as a
/// small one.
///
/// Only the processor time of this thread counts, and of several runs the shortest, so that a busy
/// machine does not spoil the result. The large piece runs again only where its first run leaves a
/// doubt.
///
/// - Parameters:
///   - small: A size at which the work takes some milliseconds.
///   - large: A size several times as large.
///   - prepare: Makes the work for a size; its own time is not measured.
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

/// The time that a processor spends on work on this thread; what others do meanwhile does not
/// count.
package func processorTime(of work: () -> Void) -> Duration {
  let start = threadTime()
  work()
  return threadTime() - start
}

private func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Tells whether work takes linear time: how many times as long a large piece takes per unit as a small one.
///
/// The shortest of several runs counts, so that a busy machine does not spoil the result.
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
  func shortest(_ size: Int) -> Double {
    let work = prepare(size)
    let times = (0..<3).map { _ in ContinuousClock().measure(work) / .nanoseconds(1) }
    return times.min() ?? 0
  }
  let short = max(shortest(small), 1)
  return shortest(large) / short * Double(small) / Double(large)
}

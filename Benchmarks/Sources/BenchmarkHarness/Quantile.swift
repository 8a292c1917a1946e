/// Returns the value below which a fraction of the samples lies, interpolated between neighbors.
///
/// The fraction 0.5 is the median.
public func quantile(_ fraction: Double, of samples: [Double]) -> Double {
  precondition(!samples.isEmpty, "a quantile needs samples")
  let sorted = samples.sorted()
  let position = fraction * Double(sorted.count - 1)
  let lower = Int(position)
  let upper = min(lower + 1, sorted.count - 1)
  return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
}

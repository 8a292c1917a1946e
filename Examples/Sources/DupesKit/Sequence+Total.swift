extension Sequence<Int> {
  /// The sum, or `Int.max` if the sum is larger.
  ///
  /// Sparse files may be as large as an integer allows without using disk space.
  var total: Int {
    reduce(0) { sum, next in
      let (total, isTooLarge) = sum.addingReportingOverflow(next)
      return isTooLarge ? .max : total
    }
  }
}

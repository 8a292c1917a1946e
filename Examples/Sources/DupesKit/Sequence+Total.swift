extension Sequence<Int> {
  /// The sum, or the largest number there is if that is smaller.
  ///
  /// Files with holes may be as large as a number can be, and take no room.
  var total: Int {
    reduce(0) { sum, next in
      let (total, isTooLarge) = sum.addingReportingOverflow(next)
      return isTooLarge ? .max : total
    }
  }
}

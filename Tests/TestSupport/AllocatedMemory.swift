#if canImport(Glibc)
import Glibc

/// The memory that this process has allocated and not freed.
package enum AllocatedMemory {
  /// The current number of bytes, for all threads.
  ///
  /// The value comes from the allocator's report: the memory it has from the system, less what is
  /// free.
  package static var now: Int {
    guard let report else { return 0 }
    // The elements of each heap come first; the last of each kind is the sum.
    func last(_ element: String) -> Int {
      guard let range = report.ranges(of: element).last else { return 0 }
      let size = report[range.upperBound...].split(separator: "size=\"", maxSplits: 1).last
      return size.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    }
    return last("<system type=\"current\"") + last("<total type=\"mmap\"")
      - last("<total type=\"fast\"") - last("<total type=\"rest\"")
  }

  /// Returns the bytes that one call leaves allocated, after some calls that may leave more.
  ///
  /// Call this function in a separate process, where nothing else allocates.
  package static func perCall(
    calls: Int = 600,
    after warmUp: Int = 200,
    _ call: () -> Void
  ) -> Int {
    for _ in 0..<warmUp { call() }
    let before = now
    for _ in 0..<calls { call() }
    return (now - before) / calls
  }

  /// Ends the notes of the testing library on where errors were thrown, which keep memory for each.
  ///
  /// Call this function in a separate process.
  package static func leaveErrorsUnnoted() {
    for hook in ["_swift_willThrow", "_swift_willThrowTypedImpl"] {
      dlsym(nil, hook)?.storeBytes(of: 0, as: UInt.self)
    }
  }

  /// The allocator's report, an XML document; `nil` if there is none.
  private static var report: String? {
    // The stream writes to both when it is closed, so they cannot be variables.
    let text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
    let size = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    text.initialize(to: nil)
    size.initialize(to: 0)
    defer {
      free(text.pointee)
      text.deallocate()
      size.deallocate()
    }
    guard let malloc_info, let file = open_memstream(text, size) else { return nil }
    _ = malloc_info(0, file)
    fclose(file)
    return text.pointee.map { String(cString: $0) }
  }

  private typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32

  /// A glibc function that the Swift module lacks.
  private static let malloc_info: Report? = dlsym(nil, "malloc_info").map {
    unsafeBitCast($0, to: Report.self)
  }
}
#endif

#if canImport(Glibc)
import Glibc

/// The memory of this process that is allocated and not freed.
package enum AllocatedMemory {
  /// What it is now, in bytes, for all threads.
  ///
  /// From the report of the allocator: what it has from the system, without what is free.
  package static var now: Int {
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let malloc_info, let file = open_memstream(&text, &size) else { return 0 }
    _ = malloc_info(0, file)
    fclose(file)
    defer { free(text) }
    let report = text.map { String(cString: $0) } ?? ""
    // Those of each heap come first; the last of each kind is the sum.
    func last(_ element: String) -> Int {
      guard let range = report.ranges(of: element).last else { return 0 }
      let size = report[range.upperBound...].split(separator: "size=\"", maxSplits: 1).last
      return size.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    }
    return last("<system type=\"current\"") + last("<total type=\"mmap\"")
      - last("<total type=\"fast\"") - last("<total type=\"rest\"")
  }

  /// What one call leaves behind, in bytes, after some calls that may leave more.
  ///
  /// Call this in a process of its own, where nothing else allocates.
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

  private typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32

  /// A function of glibc that its Swift module lacks.
  private static let malloc_info: Report? = dlsym(nil, "malloc_info").map {
    unsafeBitCast($0, to: Report.self)
  }
}
#endif

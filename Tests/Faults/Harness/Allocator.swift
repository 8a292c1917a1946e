import Foundation

/// The allocator of the system, as far as the Glibc module does not show it.
enum Allocator {
  private typealias Trim = @convention(c) (Int) -> Int32
  private typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32

  /// Returns unused memory to the system.
  static func trim() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }

  /// The bytes in use; 0 if the allocator does not say.
  static var bytesInUse: Int {
    guard let symbol = dlsym(nil, "malloc_info") else { return 0 }
    var text: UnsafeMutablePointer<CChar>?
    var count = 0
    guard let stream = open_memstream(&text, &count) else { return 0 }
    _ = unsafeBitCast(symbol, to: Info.self)(0, stream)
    fclose(stream)
    defer { free(text) }
    guard let text else { return 0 }
    // The totals follow the heaps.
    let lines = String(cString: text).components(separatedBy: "</heap>").last ?? ""
    func size(_ element: String) -> Int {
      guard let start = lines.range(of: element)?.upperBound,
        let line = lines[start...].split(separator: "\n").first,
        let size = line.range(of: "size=\"")?.upperBound
      else { return 0 }
      return Int(line[size...].prefix { $0.isNumber }) ?? 0
    }
    return size("<system type=\"current\"") + size("<total type=\"mmap\"")
      - size("<total type=\"fast\"") - size("<total type=\"rest\"")
  }
}

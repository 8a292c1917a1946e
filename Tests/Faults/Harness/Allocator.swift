import Foundation
import TestSupport

/// The allocator of the system, as far as the Glibc module does not show it.
enum Allocator {
  private typealias Trim = @convention(c) (Int) -> Int32

  /// Returns unused memory to the system.
  static func trim() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }

  /// The bytes in use; 0 if the allocator does not say.
  static var bytesInUse: Int {
    #if canImport(Glibc)
    AllocatedMemory.now
    #else
    0
    #endif
  }
}

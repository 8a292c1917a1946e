#if canImport(Glibc)
import Glibc

/// The memory of this process that is in RAM, in bytes.
package enum ResidentMemory {
  /// What it is now.
  package static var now: Int { status("VmRSS:") }

  /// The most it has been.
  package static var peak: Int { status("VmHWM:") }

  private static func status(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      guard text.hasPrefix(name) else { continue }
      return (text.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1024
    }
    return 0
  }
}
#endif

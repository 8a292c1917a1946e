#if SQLite
internal import DurableWorkflows
internal import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The clocks of the machine: one that people and time servers set, and one that nobody sets.
struct MachineClock: Sendable {
  /// The date, in milliseconds since 1970.
  let date: @Sendable () -> StoreTime
  /// The time since the machine was started, including the time in which it slept, in milliseconds.
  let uptime: @Sendable () -> Int
  /// Identifies the start of the machine.
  let boot: String

  /// The clocks of the machine on which the process runs.
  static let own = MachineClock(
    date: { Int(Date().timeIntervalSince1970 * 1000) },
    uptime: ownUptime,
    // Where a process may not read it, the date tells the time between two processes.
    boot: ownBoot ?? UUID().uuidString
  )

  #if canImport(Darwin)
  private static func ownUptime() -> Int {
    Int(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW) / 1_000_000)
  }

  private static var ownBoot: String? {
    var text = [CChar](repeating: 0, count: 64)
    var size = text.count
    guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
  #else
  private static func ownUptime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  private static var ownBoot: String? {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    let boot = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    return boot.isEmpty ? nil : boot
  }
  #endif
}
#endif

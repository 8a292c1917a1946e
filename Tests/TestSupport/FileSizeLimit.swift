#if os(Linux)
import Glibc

/// Limits the size of files that this process writes, and returns zero on success.
///
/// A write beyond the limit is cut short with an error, as on a full disk. Ignore the signal
/// `SIGXFSZ` before the call, and call this function in a separate process.
package func limitFileSize(_ bytes: UInt64) -> Int32 {
  var size = rlimit(rlim_cur: rlim_t(bytes), rlim_max: .max)
  return setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
}
#elseif os(macOS)
import Darwin

/// Limits the size of files that this process writes, and returns zero on success.
package func limitFileSize(_ bytes: UInt64) -> Int32 {
  var size = rlimit(rlim_cur: rlim_t(bytes), rlim_max: .max)
  return setrlimit(RLIMIT_FSIZE, &size)
}
#endif

#if os(Linux)
import Glibc

/// Limits the size of files that this process writes, and returns zero if that succeeded.
///
/// A write beyond the limit ends in the middle with an error, as one to a full disk does. Ignore
/// the signal `SIGXFSZ` before, and call this in a process of its own.
package func limitFileSize(_ bytes: UInt64) -> Int32 {
  var size = rlimit(rlim_cur: rlim_t(bytes), rlim_max: .max)
  return setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
}
#elseif os(macOS)
import Darwin

/// Limits the size of files that this process writes, and returns zero if that succeeded.
package func limitFileSize(_ bytes: UInt64) -> Int32 {
  var size = rlimit(rlim_cur: rlim_t(bytes), rlim_max: .max)
  return setrlimit(RLIMIT_FSIZE, &size)
}
#endif

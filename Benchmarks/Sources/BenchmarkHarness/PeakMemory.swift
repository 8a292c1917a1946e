#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Returns the most resident memory that this process has had so far, in bytes.
///
/// It never falls, so measure one thing in each process; see ``runOwnProcess(_:printing:)``.
public func peakMemory() -> Double {
  var usage = rusage()
  #if canImport(Darwin)
  getrusage(RUSAGE_SELF, &usage)
  return Double(usage.ru_maxrss)
  #else
  getrusage(numericCast(RUSAGE_SELF.rawValue), &usage)
  return Double(usage.ru_maxrss) * 1024
  #endif
}

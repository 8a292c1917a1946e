import Foundation

/// Says on standard error that numbers of an unoptimised build mean nothing.
func warnIfNotOptimised() {
  #if DEBUG
  let warning = "futures-bench: built without optimisation, compare nothing; add -c release.\n"
  FileHandle.standardError.write(Data(warning.utf8))
  #endif
}

import Foundation

/// Warns on standard error that numbers of an unoptimised build are meaningless.
func warnIfNotOptimised() {
  #if DEBUG
  let warning = "futures-bench: built without optimisation, compare nothing; add -c release.\n"
  FileHandle.standardError.write(Data(warning.utf8))
  #endif
}

import BenchmarkHarness

/// Asynchronous work that may fail, as most does, and does not suspend.
@inline(never)
@concurrent
func verbWork(_ value: Int) async throws -> Int { opaque(value) &+ 1 }

/// The same, but suspends before it returns.
@inline(never)
@concurrent
func yieldingWork(_ value: Int) async throws -> Int {
  await Task.yield()
  return opaque(value) &+ 1
}

/// The error of work that fails on purpose.
struct OnPurpose: Error {}

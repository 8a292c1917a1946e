import AllocationCounter

/// Uses a value, so that the work that made it cannot be optimized away.
///
/// This function is never optimized, so the compiler neither sees that nothing is done with the
/// value nor makes a version without the parameter. Each call is counted on its thread, which is
/// how ``Runner`` knows that two sides did the same work.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: Value) {
  black_hole_note()
}

/// Returns its argument, but hides from the compiler that it does.
///
/// Work on the result cannot be done at compile time, as it could be for a literal, and an object
/// that passes through this function is not allocated on the stack: like a real promise, it may be
/// known elsewhere.
@inline(never)
@_optimize(none)
public func opaque<Value>(_ value: Value) -> Value {
  value
}

/// Counts values that the work passed to ``blackHole(_:)``, or received, on other threads.
public func noteBlackHole(_ count: Int) {
  black_hole_note_many(UInt64(count))
}

/// Returns the number of values that the work passes to ``blackHole(_:)`` on this thread.
public func blackHoleCalls(during work: () -> Void) -> UInt64 {
  let before = black_hole_noted()
  work()
  return black_hole_noted() - before
}

/// Returns the number of values that this thread has passed to ``blackHole(_:)``.
public func blackHoleNoted() -> Int { Int(black_hole_noted()) }

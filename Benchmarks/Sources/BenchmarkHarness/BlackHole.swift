import AllocationCounter

/// Takes a value as if somebody used it, so that the work that made it cannot be optimised away.
///
/// Never optimised, so the compiler neither sees that nothing is done with the value nor makes a
/// version without the parameter. Each call is noted on its thread, which is how ``Runner`` knows
/// that two sides did the same work.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: Value) {
  black_hole_note()
}

/// Returns its argument while hiding from the compiler that it does.
///
/// Work on the result cannot be done ahead of time, as it could be for a literal, and an object
/// that went through here is not put onto the stack: it might be known elsewhere, as a promise
/// really is.
@inline(never)
@_optimize(none)
public func opaque<Value>(_ value: Value) -> Value {
  value
}

/// Notes values that the work handed to ``blackHole(_:)``, or received, on other threads.
public func noteBlackHole(_ count: Int) {
  black_hole_note_many(UInt64(count))
}

/// How many values the work hands to ``blackHole(_:)`` on this thread.
public func blackHoleCalls(during work: () -> Void) -> UInt64 {
  let before = black_hole_noted()
  work()
  return black_hole_noted() - before
}

/// How many values this thread has handed to ``blackHole(_:)`` so far.
public func blackHoleNoted() -> Int { Int(black_hole_noted()) }

// All synchronization uses four names: `EngineAtomic`, `Locked`, `ThreadState.withCurrent` and
// `letOthersRun(after:)`. The package in `Explorer/` builds the same sources with `EXPLORE` defined
// and replaces them. Its versions run one thread at a time, and a scheduler decides at every
// operation which thread continues.

#if !EXPLORE
public import Synchronization

/// The atomic values of the engine.
@usableFromInline
typealias EngineAtomic<Value: AtomicRepresentable> = Atomic<Value>
#endif

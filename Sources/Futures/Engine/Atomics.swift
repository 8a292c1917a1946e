// Everything that threads synchronise with goes through four names: `EngineAtomic`, `Locked`,
// `ThreadState.withCurrent` and `letOthersRun(after:)`. The package in `Explorer/` builds the same
// sources with `EXPLORE` defined and brings its own, which run one thread at a time and let a
// scheduler decide at every operation which one goes on.

#if !EXPLORE
public import Synchronization

/// The atomic values of the engine.
@usableFromInline
typealias EngineAtomic<Value: AtomicRepresentable> = Atomic<Value>
#endif

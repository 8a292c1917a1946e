internal import CExplorer
public import Synchronization

/// A value with the interface of `Atomic` whose every operation is a step of the explorer.
@usableFromInline
struct EngineAtomic<Value: FixedWidthInteger & UnsignedInteger & Sendable>: ~Copyable,
  @unchecked Sendable
{
  private let location: OpaquePointer

  @usableFromInline
  init(_ value: Value) { location = explorer_create(UInt64(value)) }

  deinit { explorer_destroy(location) }

  @usableFromInline
  func load(ordering: AtomicLoadOrdering) -> Value {
    Value(truncatingIfNeeded: explorer_load(location, ordering.number))
  }

  @usableFromInline
  func store(_ value: Value, ordering: AtomicStoreOrdering) {
    explorer_store(location, UInt64(value), ordering.number)
  }

  @usableFromInline
  func exchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
    change(EXPLORER_EXCHANGE, value, ordering).oldValue
  }

  @usableFromInline
  @discardableResult
  func bitwiseOr(
    _ bits: Value,
    ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) {
    change(EXPLORER_OR, bits, ordering)
  }

  @usableFromInline
  @discardableResult
  func bitwiseAnd(
    _ bits: Value,
    ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) {
    change(EXPLORER_AND, bits, ordering)
  }

  @usableFromInline
  @discardableResult
  func bitwiseXor(
    _ bits: Value,
    ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) {
    change(EXPLORER_XOR, bits, ordering)
  }

  @usableFromInline
  @discardableResult
  func wrappingAdd(
    _ value: Value,
    ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) {
    change(EXPLORER_ADD, value, ordering)
  }

  @usableFromInline
  @discardableResult
  func wrappingSubtract(
    _ value: Value,
    ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) {
    change(EXPLORER_SUBTRACT, value, ordering)
  }

  @usableFromInline
  func compareExchange(
    expected: Value,
    desired: Value,
    ordering: AtomicUpdateOrdering
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(expected, desired, ordering.number, ordering.loadNumber, isWeak: false)
  }

  @usableFromInline
  func compareExchange(
    expected: Value,
    desired: Value,
    successOrdering: AtomicUpdateOrdering,
    failureOrdering: AtomicLoadOrdering
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(
      expected,
      desired,
      successOrdering.number,
      failureOrdering.number,
      isWeak: false
    )
  }

  @usableFromInline
  func weakCompareExchange(
    expected: Value,
    desired: Value,
    ordering: AtomicUpdateOrdering
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(expected, desired, ordering.number, ordering.loadNumber, isWeak: true)
  }

  @usableFromInline
  func weakCompareExchange(
    expected: Value,
    desired: Value,
    successOrdering: AtomicUpdateOrdering,
    failureOrdering: AtomicLoadOrdering
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(
      expected,
      desired,
      successOrdering.number,
      failureOrdering.number,
      isWeak: true
    )
  }

  private func change(
    _ change: explorer_change,
    _ operand: Value,
    _ ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) {
    let old = Value(
      truncatingIfNeeded: explorer_modify(location, change, UInt64(operand), ordering.number)
    )
    switch change {
    case EXPLORER_OR: return (old, old | operand)
    case EXPLORER_AND: return (old, old & operand)
    case EXPLORER_XOR: return (old, old ^ operand)
    case EXPLORER_ADD: return (old, old &+ operand)
    case EXPLORER_SUBTRACT: return (old, old &- operand)
    default: return (old, operand)
    }
  }

  private func compareExchange(
    _ expected: Value,
    _ desired: Value,
    _ success: Int32,
    _ failure: Int32,
    isWeak: Bool
  ) -> (exchanged: Bool, original: Value) {
    var before: UInt64 = 0
    let exchanged = explorer_compare_exchange(
      location,
      UInt64(expected),
      UInt64(desired),
      success,
      failure,
      isWeak,
      &before
    )
    return (exchanged, Value(truncatingIfNeeded: before))
  }
}

private let acquire = Int32(EXPLORER_ACQUIRE)
private let release = Int32(EXPLORER_RELEASE)
private let sequential = Int32(EXPLORER_SEQUENTIAL)

extension AtomicLoadOrdering {
  fileprivate var number: Int32 {
    switch self {
    case .relaxed: 0
    case .acquiring: acquire
    default: acquire | sequential
    }
  }
}

extension AtomicStoreOrdering {
  fileprivate var number: Int32 {
    switch self {
    case .relaxed: 0
    case .releasing: release
    default: release | sequential
    }
  }
}

extension AtomicUpdateOrdering {
  fileprivate var number: Int32 {
    switch self {
    case .relaxed: 0
    case .acquiring: acquire
    case .releasing: release
    case .acquiringAndReleasing: acquire | release
    default: acquire | release | sequential
    }
  }

  /// The ordering of an exchange that fails, and therefore only loads.
  fileprivate var loadNumber: Int32 { number & ~release }
}

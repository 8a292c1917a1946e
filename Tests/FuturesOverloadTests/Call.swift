import Dispatch
import Futures
import FuturesTesting
import Synchronization

/// The error of typed futures.
struct Problem: Error, CancellationRepresentable {
  var isCancellation = false
  static var cancellation: Problem { Problem(isCancellation: true) }
}

/// The error that futures are given instead.
struct Other: Error, CancellationRepresentable {
  var isCancellation = false
  static var cancellation: Other { Other(isCancellation: true) }
}

/// What owns closures.
final class Owner: Sendable {}

/// What a call of an overload is given, and what became of that.
final class Call: Sendable {
  /// What becomes of the work that closures start.
  enum Work { case succeeds, fails, pends }

  let source = CancellationSource()
  let context: ExecutionContext
  let clock = ManualClock()
  let limit = ConcurrencyLimit(1)
  let owner = Owner()

  private let fate: Work
  private let state: Mutex<State>
  /// Settles when each closure has run.
  private let runs: [Promise<Void, Never>]
  private let begun = Promise<Void, Never>()

  private struct State: Sendable {
    var places: [[Place]]
    var kept: [any Sendable] = []
  }

  init(
    _ overload: Overload,
    work: Work,
    on context: ExecutionContext = Place.context.context()
  ) {
    self.context = context
    fate = work
    state = Mutex(State(places: Array(repeating: [], count: overload.closures)))
    runs = (0..<overload.closures).map { _ in Promise() }
  }

  deinit { runs.forEach { $0.succeed() } }

  // MARK: For the call

  var token: CancellationToken { source.token }

  func keep<Object: Sendable>(_ object: Object) -> Object {
    state.withLock { $0.kept.append(object) }
    return object
  }

  /// A future that succeeds on another thread once the call is made.
  func input<Failure>(_ type: Failure.Type) -> Future<Int, Failure> {
    begun.future.map { 1 }.setFailureType(to: type)
  }

  /// A future that fails on another thread once the call is made.
  func failing<Failure>(_ type: Failure.Type) -> Future<Int, Failure> {
    input(type).mapResult(on: .inline) { _ throws(Failure) in throw Call.error() }
  }

  func runs(_ closure: Int) {
    let place = Place.current
    state.withLock { $0.places[closure].append(place) }
    runs[closure].succeed()
  }

  /// Whether a closure runs for the first time.
  func isFirst(_ closure: Int) -> Bool {
    state.withLock { $0.places[closure].count == 1 }
  }

  func work<Failure>(_ type: Failure.Type = Failure.self) -> Future<Int, Failure> { outcome(1) }

  func work<Failure>() -> Future<Void, Failure> { outcome(()) }

  private func outcome<Value: Sendable, Failure>(_ value: Value) -> Future<Value, Failure> {
    switch fate {
    case .succeeds: Future(value: value)
    case .fails: Future(error: Call.error())
    case .pends: keep(Promise<Value, Failure>()).future
    }
  }

  private static func error<Failure>() -> Failure {
    (Problem() as? Failure) ?? (Other() as? Failure) ?? (Problem() as any Error) as! Failure
  }

  /// A future that settles with the result of a call, whatever its type is.
  func ended<Value, Failure>(_ result: Future<Value, Failure>) -> Future<Void, any Error> {
    result.mapResult(on: .inline) { result throws(any Error) -> Void in _ = try result.get() }
  }

  // MARK: For the tests

  /// Completes the inputs, on a thread that is in no place.
  func begin() {
    DispatchQueue.global().async { self.begun.succeed() }
  }

  /// Waits until each closure has run.
  func waitForClosures() async {
    for run in runs { _ = await run.future.value }
  }

  /// Waits until the last closure, which starts the work, has run.
  func waitForWork() async {
    _ = await runs.last?.future.value
  }

  /// Waits until everything has run that has been submitted to the places.
  func waitForPlaces() async {
    _ = await begun.future.value
    // What is submitted by a job of one place to another is in the next round.
    for _ in 0..<4 {
      for place in [context, .actor(First.shared), .actor(Second.shared), .inline] {
        _ = await Future<Void, Never>(value: ()).on(place).map {}.value
      }
    }
  }

  /// Where each closure has run.
  var places: [[Place]] { state.withLock(\.places) }
}

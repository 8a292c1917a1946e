internal import Explorer
@testable internal import Futures

/// A delivery is pending when the threads start: its context runs it once or twice, or drops it,
/// while what waits for it is cancelled.
func delivering(_ form: Delivering) -> Scenario {
  Scenario(form.name, threads: form.threads) { run in
    let source = CancellationSource()
    let invalidation = InvalidationToken()
    let promise = Promise<Int, any Error>()
    let jobs = Jobs()
    let ran = Notes<Int>()
    let ends = Notes<String>()
    // Only the delivery refers to the waiter, unless a thread cancels it directly.
    let context = jobs.context(runsEachJobOnce: form.isWithoutDelivery)
    let derived: Future<Int, any Error>? = form.register(
      with: promise.future,
      on: form.end == .invalidate ? invalidation.validContext(on: context) : context,
      cancellation: form.end == .cancelByToken ? source.token : .never
    ) { ran.add($0) }
    derived?.on(.inline).onComplete { ends.add($0.isCancelled ? "cancelled" : "done") }
    promise.succeed(7)
    let job = jobs.take()[0]
    for _ in 0..<form.runs { run.thread { job() } }
    if form.drops { run.thread { withExtendedLifetime(job) {} } }
    switch form.end {
    case .cancel: run.thread { derived?.cancel() }
    case .cancelByToken: run.thread { source.cancel() }
    case .invalidate: run.thread { invalidation.invalidate() }
    case nil: break
    }
    run.finally { form.check(ran.all, ends.all) }
  }
}

/// The events that coincide with a delivery.
struct Delivering {
  enum End: String {
    case cancel
    case cancelByToken = "cancel by token"
    case invalidate
  }

  var runs = 0
  var drops = false
  var end: End?
  var isOfObserver = false
  /// Whether the job refers to the waiter itself.
  var isWithoutDelivery = false

  var name: String {
    var parts = Array(repeating: "deliver", count: runs)
    if drops { parts.append("drop of a delivery") }
    if let end { parts.append(end.rawValue) }
    return (isWithoutDelivery ? "once: " : "") + (isOfObserver ? "observe: " : "")
      + parts.joined(separator: " against ")
  }

  var threads: Int { runs + (drops ? 1 : 0) + (end == nil ? 0 : 1) }

  fileprivate func register(
    with future: Future<Int, any Error>,
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    _ closure: @escaping @Sendable (Int) -> Void
  ) -> Future<Int, any Error>? {
    if isOfObserver {
      future.on(context).onSuccess(cancellation: token, closure)
      return nil
    }
    return future.on(context).map(cancellation: token) {
      closure($0)
      return $0 + 1
    }
  }

  fileprivate func check(_ ran: [Int], _ ends: [String]) {
    expect(ran.count <= runs.signum(), "calls of the closure: \(ran)")
    if end == nil && runs > 0 { expect(ran, is: [7], "calls of the closure") }
    if isOfObserver { return }
    if ends == ["done"] {
      expect(ran, is: [7], "calls of the closure of a future that succeeded")
    } else if end == .invalidate {
      expect(ran == [] && ends == [], "calls: \(ran), ends: \(ends)")
    } else {
      expect(ends, is: ["cancelled"], "ends of the derived future")
      expect(end != nil || drops, "cancelled by nobody")
    }
  }
}

/// A promise is completed and a token cancelled, while the context drops its jobs.
func droppingDeliveries() -> Scenario {
  Scenario("cancel by token against complete against drop by the context", threads: 2) { run in
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let ran = Notes<Int>()
    let ends = Notes<Bool>()
    promise.future.on(.custom { _ in }).map(cancellation: source.token) { ran.add($0) }
      .on(.inline).onComplete { ends.add($0.isCancelled) }
    run.thread { source.cancel() }
    run.thread { promise.succeed(7) }
    run.finally {
      expect(ran.all, is: [], "calls of a closure that its context dropped")
      expect(ends.all, is: [true], "ends of the derived future")
    }
  }
}

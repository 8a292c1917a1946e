import Futures
import FuturesTesting
import TestSupport
import Testing

/// Random walks of a breaker, compared with a plain model.
@Suite struct CircuitBreakerWalkTests {
  /// What a breaker does, with the list of all calls, in whole seconds.
  private struct Model {
    static let (rate, fewest, window, openTime) = (0.5, 4, 10, 5)

    private struct Call {
      let end: Int
      let failed: Bool
    }

    private var now = 0
    private var calls: [Call] = []
    /// When the circuit opened; `nil` while it is closed.
    private var opened: Int?
    private var trial: (call: Int, since: Int)?
    /// The calls under way that count.
    private var counted: Set<Int> = []

    var state: CircuitBreaker.State {
      guard let opened else { return .closed }
      return now < opened + Self.openTime ? .open : .halfOpen
    }

    mutating func pass(_ seconds: Int) { now += seconds }

    /// Returns how long the call is refused; `nil` if it is admitted.
    mutating func begin(_ call: Int) -> Int? {
      let since = trial?.since ?? opened
      if let since, now < since + Self.openTime { return since + Self.openTime - now }
      if opened != nil { trial = (call, now) }
      if opened == nil { counted.insert(call) }
      return nil
    }

    mutating func end(_ call: Int, failed: Bool?) {
      if trial?.call == call {
        trial = nil
        if failed == true { opened = now }
        if failed == false { (opened, calls) = (nil, []) }
      } else if counted.remove(call) != nil, let failed {
        calls.append(Call(end: now, failed: failed))
        let recent = calls.filter { now - $0.end < Self.window }
        let failures = recent.count { $0.failed }
        if failed, recent.count >= Self.fewest,
          Double(failures) >= Self.rate * Double(recent.count)
        {
          opened = now
          counted = []
        }
      }
    }
  }

  private struct Walk {
    let clock = ManualClock()
    let manual = ManualContext()
    let backend = ManualCalls<Int, Int, any Error>()
    let breaker: CircuitBreaker
    var model = Model()
    /// The calls under way, by their numbers at the backend.
    var running: [(number: Int, future: Future<Int, any Error>)] = []
    var seen: Set<CircuitBreaker.State> = []

    init() {
      breaker = CircuitBreaker(
        failureRate: Model.rate,
        minimumCalls: Model.fewest,
        window: .seconds(Model.window),
        openDuration: .seconds(Model.openTime),
        clock: clock,
        isFailure: { $0 as? TestError != .third }
      )
    }

    mutating func begin() {
      let future = manual.capture {
        Future { [breaker, backend] in
          try await breaker.withPermit { try await backend.value(for: 0) }
        }
      }
      manual.runAll()
      future.ignoringFailure()
      let number = backend.inputs.count - (future.isSettled ? 0 : 1)
      let refusal = model.begin(number)
      #expect((future.currentError as? CircuitOpen)?.retryAfter == refusal.map { .seconds($0) })
      #expect(future.isSettled == (refusal != nil))
      if !future.isSettled { running.append((number, future)) }
    }

    mutating func end(_ random: inout RandomNumbers) throws {
      if running.isEmpty { return }
      let (number, future) = running.remove(at: random.number(0...running.count - 1))
      let failed: Bool?
      switch random.number(0...9) {
      case 0...3:
        try backend.succeed(1, at: number)
        failed = false
      case 4:
        try backend.fail(TestError.third, at: number)
        failed = false
      case 5...7:
        try backend.fail(TestError.first, at: number)
        failed = true
      case 8:
        try backend.fail(CancellationError(), at: number)
        failed = nil
      default:
        future.cancel()
        failed = nil
      }
      manual.runAll()
      #expect(future.isSettled)
      model.end(number, failed: failed)
    }

    mutating func step(_ random: inout RandomNumbers) throws {
      switch random.number(0...9) {
      case 0...4: begin()
      case 5...8: try end(&random)
      default:
        let seconds = random.element([1, 1, 2, 5, 12])
        clock.advance(by: .seconds(seconds))
        model.pass(seconds)
      }
      #expect(breaker.state == model.state)
      seen.insert(model.state)
    }
  }

  @Test func walksAreThoseOfThePlainModel() throws {
    var seen: Set<CircuitBreaker.State> = []
    for seed in PropertySeed.seeds(200, of: "walks of a circuit breaker") {
      var random = RandomNumbers(seed: seed)
      var walk = Walk()
      for _ in 0..<120 { try walk.step(&random) }
      seen.formUnion(walk.seen)
    }
    #expect(seen == [.closed, .open, .halfOpen])
  }
}

import TestSupport
import Testing

@testable import Futures

/// The transitions of a circuit, as values.
@Suite struct CircuitStateTests {
  private let closed = CircuitState(
    failureRate: 0.5,
    minimumCalls: 2,
    window: .seconds(10),
    openDuration: .seconds(5)
  )

  /// A circuit that has opened at zero.
  private func opened() throws -> CircuitState {
    var state = closed
    for _ in 0..<2 { state.end(try state.admit(at: .zero), with: .failure, at: .zero) }
    return state
  }

  /// A circuit with a trial since five seconds.
  private func tried() throws -> (state: CircuitState, trial: UInt64) {
    var state = try opened()
    let trial = try state.admit(at: .seconds(5))
    return (state, trial)
  }

  @Test(arguments: CircuitState.Outcome.allCases)
  func eachOutcomeOfACallOfAClosedCircuit(_ outcome: CircuitState.Outcome) throws {
    var state = closed
    let call = try state.admit(at: .zero)
    #expect(state == closed, "admitting changes nothing")
    state.end(call, with: outcome, at: .zero)
    #expect((state == closed) == (outcome == .neither))
    state.end(try state.admit(at: .zero), with: .failure, at: .zero)
    #expect(state.phase == (outcome == .neither ? .closed : .open(since: .zero)))
  }

  @Test(arguments: CircuitState.Outcome.allCases)
  func eachOutcomeOfATrial(_ outcome: CircuitState.Outcome) throws {
    var (state, trial) = try tried()
    #expect(state.phase == .halfOpen(trialSince: .seconds(5)))
    state.end(trial, with: outcome, at: .seconds(6))
    let next: CircuitState.Phase =
      switch outcome {
      case .success: .closed
      case .failure: .open(since: .seconds(6))
      case .neither: .halfOpen(trialSince: nil)
      }
    #expect(state.phase == next)
  }

  @Test(arguments: CircuitState.Outcome.allCases)
  func aCallOfAnotherPhaseChangesNothing(_ outcome: CircuitState.Outcome) throws {
    for state in [closed, try opened(), try tried().state] {
      var later = state
      later.end(state.changes &+ 1, with: outcome, at: .seconds(6))
      later.end(state.changes &- 1, with: outcome, at: .seconds(6))
      #expect(later == state)
    }
  }

  @Test func aRefusedCallChangesNothingAndLearnsHowLong() throws {
    for (state, since) in [(try opened(), 0), (try tried().state, 5)] {
      for passed in 0..<5 {
        var later = state
        let error = #expect(throws: CircuitOpen.self) {
          try later.admit(at: .seconds(since + passed))
        }
        #expect(error?.retryAfter == .seconds(5 - passed))
        #expect(later == state)
      }
      var later = state
      _ = try later.admit(at: .seconds(since + 5))
      #expect(later.phase == .halfOpen(trialSince: .seconds(since + 5)))
    }
  }

  /// Threads come with times that are not in order.
  @Test func aThreadThatComesLateIsRefused() throws {
    for (state, since) in [(try opened(), 0), (try tried().state, 5)] {
      var later = state
      let error = #expect(throws: CircuitOpen.self) {
        try later.admit(at: .seconds(since) - .milliseconds(1))
      }
      #expect(error?.retryAfter == .seconds(5))
    }
  }

  @Test func aClockThatIsSetBackDoesNotKeepTheCircuitOpen() throws {
    var state = try opened()
    _ = try state.admit(at: .seconds(-5))
    #expect(state.phase == .halfOpen(trialSince: .seconds(-5)))
  }

  @Test func whatClientsSee() throws {
    #expect(closed.state(at: .zero) == .closed)
    #expect(try opened().state(at: .seconds(4)) == .open)
    #expect(try opened().state(at: .seconds(5)) == .halfOpen)
    #expect(try tried().state.state(at: .seconds(6)) == .halfOpen)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max)])
  func durationsOfAnyLengthDoNotTrap(_ duration: Duration) throws {
    var state = CircuitState(
      failureRate: .nan,
      minimumCalls: .min,
      window: duration,
      openDuration: duration
    )
    state.end(try state.admit(at: .zero), with: .failure, at: .zero)
    #expect(state.phase == .open(since: .zero))
    let isOver = duration <= .zero
    let isAdmitted = (try? state.admit(at: .zero)) != nil
    #expect(isAdmitted == isOver)
  }
}

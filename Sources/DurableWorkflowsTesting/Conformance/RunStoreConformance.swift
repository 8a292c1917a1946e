@_spi(Stores) public import DurableWorkflows

/// The rules of a store of durable runs, as checks for your own store.
///
/// A check is a test without a testing library: it throws an error with the expected and the actual
/// result.
///
/// ```swift
/// @Test(arguments: RunStoreConformance.checks)
/// func keepsTheRules(_ check: RunStoreConformance.Check) async throws {
///   try await check.run {
///     let clock = TestClock()
///     let store = try await MyRunStore(clock: clock)
///     return RunStoreConformance.Subject(store) { clock.advance(by: $0) }
///   }
/// }
/// ```
@_spi(Stores) public enum RunStoreConformance {
  /// A store to check, without runs.
  @_spi(Stores) public struct Subject: Sendable {
    let store: any RunStorage
    let passTime: (@Sendable (Duration) async throws -> Void)?

    /// Creates a subject.
    ///
    /// - Parameters:
    ///   - store: A store without runs.
    ///   - passTime: A closure that advances the time of the store by exactly a duration; no time
    ///     passes otherwise. Without it, checks wait in real time and are less exact.
    @_spi(Stores) public init(
      _ store: any RunStorage,
      passTime: (@Sendable (Duration) async throws -> Void)? = nil
    ) {
      self.store = store
      self.passTime = passTime
    }
  }

  /// A check of one rule.
  @_spi(Stores) public struct Check: Sendable, CustomStringConvertible {
    /// The behavior of a store that follows the rule.
    @_spi(Stores) public let name: String
    private let body: @Sendable (ConformanceTrial) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (ConformanceTrial) async throws -> Void) {
      self.name = name
      self.body = body
    }

    /// The name.
    @_spi(Stores) public var description: String { name }

    /// Checks a store.
    ///
    /// - Parameter makeSubject: A closure that creates a store without runs.
    /// - Throws: `Failure` if the store does not follow the rule, and errors from the store.
    @_spi(Stores) public func run(on makeSubject: @Sendable () async throws -> Subject) async throws
    {
      do {
        try await body(ConformanceTrial(makeSubject()))
      } catch let error as Failure {
        throw Failure(check: name, error.message)
      }
    }
  }

  /// An error that reports that a store does not follow a rule.
  @_spi(Stores) public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the check.
    @_spi(Stores) public let check: String
    /// The expected and the actual result.
    @_spi(Stores) public let message: String

    init(check: String = "", _ message: String) {
      self.check = check
      self.message = message
    }

    /// A message with the name of the check.
    @_spi(Stores) public var description: String { "\(check): \(message)" }
  }

  /// The checks of all rules.
  @_spi(Stores) public static let checks: [Check] =
    submissionChecks + claimChecks + leaseChecks + writeChecks + changeChecks + parkingChecks
    + pauseChecks + signalChecks + cancellationChecks + reopeningChecks + listChecks
    + scheduleChecks + queueChecks + batchChecks + comparisonChecks
}

import Futures
import FuturesTesting
import TestSupport
import Testing
import Transfers

@Suite(.timeLimit(.minutes(10)))
struct LookupThreadsTests {
  private static let address = [IPAddress("192.0.2.1")].compactMap { $0 }

  /// The names that were looked up.
  private let asked = Log<String>()
  /// Ends the lookups of the names of a server that does not answer.
  private let answer = Promise<Void, Never>()

  private func lookups(
    maximumCount: Int = 16,
    limit: Duration = .seconds(300),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> LookupThreads {
    LookupThreads(maximumCount: maximumCount, limit: limit, clock: clock) { [asked, answer] name in
      asked.add(name)
      if name.hasPrefix("silent") { _ = answer.future.wait() }
      return Self.address
    }
  }

  /// Starts the lookup of a name without an answer, and returns when it blocks its thread.
  private func begin(
    _ name: String,
    with lookups: LookupThreads
  ) async -> Task<[IPAddress], any Error> {
    let task = Task { try await lookups.addresses(of: name) }
    while !asked.all.contains(name) { await Task.yield() }
    return task
  }

  @Test func withoutAnAnswerDelayNoOther() async throws {
    // As many at a time as the lookups of the system.
    let lookups = LookupThreads(limit: .seconds(30)) { [asked, answer] name in
      asked.add(name)
      if name.hasPrefix("silent") { _ = answer.future.wait() }
      return Self.address
    }
    let tasks = (0..<16).map { number in
      Task { try await lookups.addresses(of: "silent\(number)") }
    }
    while asked.count < 8 { await Task.yield() }
    #expect(try await lookups.addresses(of: "healthy") == Self.address)
    answer.succeed()
    for task in tasks { #expect(try await task.value == Self.address) }
  }

  @Test func endAfterTheirLimitForTheirCallers() async throws {
    let clock = ManualClock()
    let lookups = lookups(limit: .seconds(5), clock: clock)
    let task = await begin("silent", with: lookups)
    try await clock.waitForTimer(dueIn: .seconds(5))
    clock.advance(by: .seconds(5))
    let error = await task.result.failure as? NameLookup.LookupError
    #expect(error?.isTimeout == true)
    #expect(error?.message == "no answer within 5.0 seconds")
    answer.succeed()
  }

  @Test func areSharedByTheCallersOfANameEachOfWhomCanGo() async throws {
    let lookups = lookups()
    let first = await begin("silent", with: lookups)
    let second = Task { try await lookups.addresses(of: "silent") }
    first.cancel()
    #expect(await first.result.failure is CancellationError)
    answer.succeed()
    #expect(try await second.value == Self.address)
    #expect(asked.all == ["silent"])
  }

  @Test func whoseCallersHaveGoneDoNotStart() async throws {
    let lookups = lookups(maximumCount: 1)
    let running = await begin("silent", with: lookups)
    let gone = Task { try await lookups.addresses(of: "gone") }
    gone.cancel()
    #expect(await gone.result.failure is CancellationError)
    let wanted = Task { try await lookups.addresses(of: "wanted") }
    answer.succeed()
    #expect(try await running.value == Self.address)
    #expect(try await wanted.value == Self.address)
    #expect(asked.all == ["silent", "wanted"])
  }

  @Test func failWithTheErrorOfTheSystem() async throws {
    struct Unknown: Error {}
    let lookups = LookupThreads { _ in throw Unknown() }
    await #expect(throws: Unknown.self) { try await lookups.addresses(of: "unknown") }
  }

  @Test func ofTheSystemFindThisMachine() async throws {
    let addresses = try await NameLookup.system.addresses(of: "localhost")
    #expect(!addresses.isEmpty)
    #expect(addresses.allSatisfy { !$0.isPublic })
    await #expect(throws: NameLookup.LookupError.self) {
      try await NameLookup.system.addresses(of: "no-such-name.invalid")
    }
  }
}

// Tests of the article "View models over async services, and their tests".

import Futures
import FuturesTesting
import Testing

struct ProfileModelTests {
  private let fetches = ManualCalls<String, Profile, any Error>()
  private let clock = ManualClock()
  private let model: ProfileModel

  init() {
    let fetches = fetches
    model = ProfileModel(
      accounts: Accounts(
        fetch: { id in try await fetches.value(for: id) },
        clock: clock
      )
    )
  }

  @Test func showsTheName() async throws {
    let shown = model.show("7")
    try await fetches.waitForCalls()
    try fetches.succeed(Profile(name: "Ada"))
    _ = try await shown.value
    #expect(model.name == "Ada")
  }
}

extension ProfileModelTests {
  @Test func onlyTheNewestCounts() async throws {
    let first = model.show("7")
    try await fetches.waitForCalls()
    let second = model.show("8")
    #expect(first.currentError is SupersededError)
    #expect(model.message == nil)

    try await fetches.waitForCalls(inAll: 2)
    try fetches.succeed(Profile(name: "Grace"), at: 1)
    _ = try await second.value
    #expect(model.name == "Grace")
  }
}

nonisolated struct AccountsTests {
  private let fetches = ManualCalls<String, Profile, any Error>()
  private let clock = ManualClock()
  private let manual = ManualContext()

  @Test func makesASecondAttempt() throws {
    let accounts = Accounts(
      fetch: { [fetches] id in try await fetches.value(for: id) },
      clock: clock
    )

    let profile = manual.capture { accounts.profile("7") }
    manual.runAll()
    try fetches.fail(Offline())
    manual.runAll()  // the first attempt ends, and the pause begins
    clock.advance(by: .seconds(1))
    manual.runAll()
    try fetches.succeed(Profile(name: "Ada"))
    manual.runAll()
    #expect(profile.currentValue == Profile(name: "Ada"))
  }
}

struct CaptureTests {
  private let manual = ManualContext()

  @Test func codeOfTheMainActorIsNotCaptured() async throws {
    let answer = manual.capture { Future<Int, any Error> { 42 } }
    #expect(manual.isEmpty)
    #expect(try await answer.value == 42)
  }

  @Test nonisolated func codeOfNoActorIs() {
    let answer = manual.capture { Future<Int, any Error> { 42 } }
    #expect(manual.pendingCount == 1)
    manual.runAll()
    #expect(answer.currentValue == 42)
  }
}

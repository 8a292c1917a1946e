// The service and the view model of the article "View models over async services, and their tests",
// word for word: `scripts/check-code.py` compares the two.

import Futures
import Observation

nonisolated struct Profile: Equatable, Sendable { let name: String }

nonisolated struct Offline: Error {}

nonisolated struct Accounts: Sendable {
  var fetch: @Sendable (_ id: String) async throws -> Profile
  var clock: any Clock<Duration> = ContinuousClock()

  func profile(_ id: String) -> Future<Profile, any Error> {
    let policy = RetryPolicy(
      attempts: 2,
      backoff: .constant(.seconds(1))
    )
    return Future {
      try await withRetry(policy, clock: clock) {
        try await fetch(id)
      }
    }
  }
}

@Observable
final class ProfileModel {
  private(set) var name = ""
  private(set) var message: String?

  private let accounts: Accounts
  @ObservationIgnored private let newest = Latest<Profile, any Error>()

  init(accounts: Accounts) { self.accounts = accounts }

  @discardableResult
  func show(_ id: String) -> Future<Profile, any Error> {
    message = nil
    return newest.start { [accounts] in accounts.profile(id) }
      .onSuccess(for: self) { model, profile in
        model.name = profile.name
      }
      .onFailure(for: self) { model, _ in
        model.message = "There is no connection."
      }
  }
}

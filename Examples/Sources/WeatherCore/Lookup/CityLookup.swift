import Futures

/// Finds a city, then asks for its forecast, and does not give up at the first mishap.
package struct CityLookup: Sendable {
  private let client: WeatherClient
  private let policy: RetryPolicy
  private let timeout: Duration
  private let clock: any Clock<Duration>
  private let cancellation: CancellationToken
  private let observe: @Sendable (_ city: String, _ step: CityStep) -> Void

  /// Makes a lookup that tells an observer, on any thread, how each city is getting on.
  ///
  /// - Parameters:
  ///   - client: Whom to ask.
  ///   - policy: How often to ask, and how long to pause in between.
  ///   - timeout: How long to wait for each answer.
  ///   - clock: The clock that measures time-outs and pauses.
  ///   - cancellation: Ends everything that is under way, and what would follow.
  ///   - observe: Is told of every step.
  package init(
    client: WeatherClient,
    policy: RetryPolicy = .weather(),
    timeout: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation: CancellationToken = .none,
    observe: @escaping @Sendable (_ city: String, _ step: CityStep) -> Void = { _, _ in }
  ) {
    self.client = client
    self.policy = policy
    self.timeout = timeout
    self.clock = clock
    self.cancellation = cancellation
    self.observe = observe
  }

  /// Looks all the cities up, so many at once, in the order given; one that fails stops no other.
  package func reports(
    on cities: [String],
    maxConcurrent: Int
  ) -> Future<[CityReport], Never> {
    cities.traverse(maxConcurrent: maxConcurrent) { city in
      weather(in: city)
        .onComplete { outcome in observe(city, .finished(outcome)) }
        .mapResult { outcome in CityReport(city: city, outcome: outcome) }
    }
  }

  /// Looks one city up.
  package func weather(in city: String) -> Future<CityWeather, WeatherError> {
    observe(city, .searching)
    return retrying(city) { client.place(named: city, cancellation: $0) }
      .onSuccess { place in observe(city, .found(place)) }
      .flatMap { place in
        retrying(city) { client.forecast(for: place, cancellation: $0) }
          .map { forecast in CityWeather(place: place, forecast: forecast) }
      }
  }

  /// Asks until there is an answer or the policy gives up; each attempt has its own time limit.
  private func retrying<Answer: Sendable>(
    _ city: String,
    _ ask: @escaping @Sendable (CancellationToken) -> Future<Answer, WeatherError>
  ) -> Future<Answer, WeatherError> {
    Future.retry(policy, clock: clock, cancellation: cancellation) { attempt in
      let request = CancellationSource(linkedTo: cancellation)
      return ask(request.token)
        .timeout(timeout, clock: clock, orFail: .noAnswer(within: timeout))
        .onComplete { _ in request.cancel() }  // or a late request would go on unheard
        .mapError { error in error.about(city, attempts: attempt) }
        .onFailure { error in
          guard error.isTransient, attempt < policy.attempts else { return }
          observe(city, .retrying(attempt: attempt + 1, of: policy.attempts, after: error))
        }
    }
  }
}

extension RetryPolicy {
  /// Four attempts with growing pauses, for failures that may pass.
  package static func weather(
    backoff: Backoff = .exponential(initial: .milliseconds(200), cap: .seconds(2))
  ) -> RetryPolicy {
    RetryPolicy(
      attempts: 4,
      backoff: backoff,
      jitter: .equal,
      shouldRetry: { error, _ in (error as? WeatherError)?.isTransient ?? false }
    )
  }
}

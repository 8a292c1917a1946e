import Futures
import Workflows

/// A lookup that finds a city, then requests its forecast, and does not give up at the first
/// failure.
package struct CityLookup: Sendable {
  private let client: WeatherClient
  private let policy: RetryPolicy
  private let timeout: Duration
  private let clock: any Clock<Duration>
  private let cancellation: CancellationToken
  private let trace: Trace
  private let observe: @Sendable (_ city: String, _ step: CityStep) -> Void

  /// Creates a lookup that reports the progress of each city to an observer, on any thread.
  ///
  /// - Parameters:
  ///   - client: The client that makes requests.
  ///   - policy: The number of attempts, and the pauses between them.
  ///   - timeout: The maximum time to wait for each answer.
  ///   - clock: The clock that measures timeouts and pauses.
  ///   - cancellation: A token that ends everything in progress, and everything that would follow.
  ///   - trace: The trace that records what ran when.
  ///   - observe: A closure that is called with every step.
  package init(
    client: WeatherClient,
    policy: RetryPolicy = .weather(),
    timeout: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation: CancellationToken = .never,
    trace: Trace = Trace(),
    observe: @escaping @Sendable (_ city: String, _ step: CityStep) -> Void = { _, _ in }
  ) {
    self.client = client
    self.policy = policy
    self.timeout = timeout
    self.clock = clock
    self.cancellation = cancellation
    self.trace = trace
    self.observe = observe
  }

  /// Looks up all cities, a limited number at once, in the given order; a failure does not stop the
  /// others.
  package func reports(
    on cities: [String],
    maxConcurrent: Int
  ) -> Future<[CityReport], Never> {
    cities.traverse(maxConcurrent: maxConcurrent) { city in
      observe(city, .searching)
      let run = workflow(for: city)
        .start(city, options: RunOptions(tag: city, trace: trace, cancellation: cancellation))
      let progress = Task {
        for await fraction in run.progress { observe(city, .progressed(fraction)) }
      }
      return run.future
        .mapError { error in WeatherError(describing: error) }
        .onComplete { outcome in
          progress.cancel()
          observe(city, .finished(outcome))
        }
        .map { weather in CityReport(city: city, outcome: .success(weather)) }
        .recover { error in CityReport(city: city, outcome: .failure(error)) }
    }
  }

  /// Returns the steps for one city.
  package func workflow(for city: String) -> Workflow<String, CityWeather> {
    Workflow("weather") {
      persistent(client.findPlace(), city)
      Perform("found") { (place: Place) in
        observe(city, .found(place))
        return place
      }
      Combined(step: persistent(client.askForecast(), city))
    }
  }

  /// Repeats a request until there is an answer or the policy gives up; each attempt has its own
  /// timeout.
  private func persistent<Question, Answer>(
    _ ask: Workflow<Question, Answer>,
    _ city: String
  ) -> some Step<Question, Answer> {
    let limited = ask.timeout(timeout, clock: clock)
    return Explained(step: limited, city: city, policy: policy, observe: observe)
      .retry(policy, clock: clock)
  }
}

/// A step that turns any error of another step into a ``WeatherError``, and reports the next
/// attempt.
private struct Explained<Base: Step>: Step {
  let step: Base
  let city: String
  let policy: RetryPolicy
  let observe: @Sendable (_ city: String, _ step: CityStep) -> Void

  var name: String { step.name }
  var weight: Double { step.weight }

  func run(_ input: Base.Input, in context: StepContext) async throws -> Base.Output {
    do {
      return try await step.run(input, in: context)
    } catch {
      try context.throwIfCancelled()
      let next = context.attempt + 1
      let error = WeatherError(describing: error).about(city, attempts: context.attempt)
      if policy.allowsRetry(after: context.attempt, error: error) {
        observe(city, .retrying(attempt: next, of: policy.attempts, after: error))
      }
      throw error
    }
  }
}

/// A step that combines the place with its forecast.
private struct Combined<Base: Step<Place, ForecastResponse>>: Step {
  let step: Base

  var name: String { step.name }
  var weight: Double { step.weight }

  func run(_ place: Place, in context: StepContext) async throws -> CityWeather {
    CityWeather(place: place, forecast: try await step.run(place, in: context))
  }
}

extension RetryPolicy {
  /// Returns a policy of four attempts with backoff, for transient failures.
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

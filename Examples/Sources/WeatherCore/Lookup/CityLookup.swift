import Futures
import Workflows

/// Finds a city, then asks for its forecast, and does not give up at the first mishap.
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
  ///   - client: Whom to ask.
  ///   - policy: How often to ask, and how long to pause in between.
  ///   - timeout: How long to wait for each answer.
  ///   - clock: The clock that measures time-outs and pauses.
  ///   - cancellation: Ends everything that is under way, and what would follow.
  ///   - trace: Records what ran when.
  ///   - observe: Is told of every step.
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

  /// Looks all the cities up, so many at once, in the order given; one that fails stops no other.
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
        .mapResult { outcome in CityReport(city: city, outcome: outcome) }
    }
  }

  /// The steps for one city.
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

  /// Asks until there is an answer or the policy gives up; each attempt has its own time limit.
  private func persistent<Question, Answer>(
    _ ask: Workflow<Question, Answer>,
    _ city: String
  ) -> some Step<Question, Answer> {
    let limited = ask.timeout(timeout, clock: clock)
    return Explained(step: limited, city: city, policy: policy, observe: observe)
      .retry(policy, clock: clock)
  }
}

/// Turns whatever a step fails with into a ``WeatherError``, and tells of the attempt to come.
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

/// Keeps the place beside its forecast.
private struct Combined<Base: Step<Place, ForecastResponse>>: Step {
  let step: Base

  var name: String { step.name }
  var weight: Double { step.weight }

  func run(_ place: Place, in context: StepContext) async throws -> CityWeather {
    CityWeather(place: place, forecast: try await step.run(place, in: context))
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

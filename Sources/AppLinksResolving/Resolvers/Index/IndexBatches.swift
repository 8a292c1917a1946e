internal import Foundation
internal import Futures

extension IndexResolver {
  /// How an ``IndexResolver`` puts questions together.
  public struct Batching: Sendable, Hashable {
    /// How long the first question waits for others.
    public var window: Duration

    /// The most URLs in one request; a full one is sent at once.
    public var maximumCount: Int

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - window: How long the first question waits for others; zero for as long as the clock
    ///     takes.
    ///   - maximumCount: The most URLs in one request, 1 or more.
    public init(window: Duration = .milliseconds(10), maximumCount: Int = 50) {
      self.window = window
      self.maximumCount = max(1, maximumCount)
    }
  }
}

/// The questions to an index that wait to be sent together.
struct IndexBatches: Sendable {
  /// A URL that is asked for.
  struct Question: Sendable {
    let number: Int
    let url: URL
    let promise = Promise<AppLinkResolution, any Error>()
  }

  /// Questions for one request.
  struct Batch: Sendable {
    let questions: [Question]
    /// Cancels the timer that would have sent it.
    let timer: CancellationSource?
  }

  /// What has to be done after a question was added.
  enum Consequence: Sendable {
    case nothing
    case wait(round: Int, CancellationToken)
    case send(Batch)
  }

  private let maximumCount: Int
  private var waiting: [Question] = []
  private var timer: CancellationSource?
  private var count = 0
  private var round = 0

  init(maximumCount: Int) { self.maximumCount = maximumCount }

  /// Adds a question.
  mutating func ask(_ url: URL) -> (Question, Consequence) {
    count += 1
    let question = Question(number: count, url: url)
    waiting.append(question)
    if waiting.count >= maximumCount, let batch = takeWaiting() { return (question, .send(batch)) }
    guard waiting.count == 1 else { return (question, .nothing) }
    let timer = CancellationSource()
    self.timer = timer
    return (question, .wait(round: round, timer.token))
  }

  /// Takes the questions that wait, if they are still those for which a timer was started.
  mutating func takeWaiting(round: Int) -> Batch? { round == self.round ? takeWaiting() : nil }

  private mutating func takeWaiting() -> Batch? {
    let timer = endRound()
    if waiting.isEmpty { return nil }
    defer { waiting = [] }
    return Batch(questions: waiting, timer: timer)
  }

  /// Takes back a question that nobody waits for any more; does nothing if it was sent.
  ///
  /// - Returns: The timer, if no question is left that waits for it.
  mutating func withdraw(_ number: Int) -> CancellationSource? {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    waiting.remove(at: index)
    return waiting.isEmpty ? endRound() : nil
  }

  /// Makes the timer one of the past.
  private mutating func endRound() -> CancellationSource? {
    round += 1
    defer { timer = nil }
    return timer
  }
}

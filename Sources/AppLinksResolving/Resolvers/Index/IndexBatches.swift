internal import Foundation
internal import Futures

extension IndexResolver {
  /// The way in which an ``IndexResolver`` batches URLs.
  public struct Batching: Sendable, Hashable {
    /// The time that the first URL waits for others.
    public var window: Duration

    /// The maximum number of URLs in one request.
    ///
    /// A full request is sent immediately.
    public var maximumCount: Int

    /// Creates a batching rule.
    ///
    /// - Parameters:
    ///   - window: The time that the first URL waits for others. Zero waits for the shortest time
    ///     that the clock supports.
    ///   - maximumCount: The maximum number of URLs in one request, 1 or more.
    public init(window: Duration = .milliseconds(10), maximumCount: Int = 50) {
      self.window = window
      self.maximumCount = max(1, maximumCount)
    }
  }
}

/// The questions that wait to be sent to an index together.
struct IndexBatches: Sendable {
  /// A question about one URL.
  struct Question: Sendable {
    let number: Int
    let url: URL
    let promise = Promise<AppLinkResolution, any Error>()
  }

  /// The questions of one request.
  struct Batch: Sendable {
    let questions: [Question]
    /// Cancels the timer that would have sent the batch.
    let timer: CancellationSource?
  }

  /// The action to take after a question is added.
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

  /// Removes and returns the waiting questions, if they belong to the round of a timer.
  mutating func takeWaiting(round: Int) -> Batch? { round == self.round ? takeWaiting() : nil }

  private mutating func takeWaiting() -> Batch? {
    let timer = endRound()
    if waiting.isEmpty { return nil }
    defer { waiting = [] }
    return Batch(questions: waiting, timer: timer)
  }

  /// Removes a question that no caller waits for.
  ///
  /// Does nothing if the question was sent.
  ///
  /// - Returns: The timer, if no other question waits for it.
  mutating func withdraw(_ number: Int) -> CancellationSource? {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    waiting.remove(at: index)
    return waiting.isEmpty ? endRound() : nil
  }

  /// Ends the batching round and returns its timer.
  private mutating func endRound() -> CancellationSource? {
    round += 1
    defer { timer = nil }
    return timer
  }
}

internal import Foundation
internal import Futures

/// The questions to an index: those that wait, and those that were sent.
struct IndexBatches: Sendable {
  /// A URL that is asked for.
  struct Question: Sendable {
    let number: Int
    let key: PageKey
    let url: URL
    let promise: Promise<AppLinkResolution, any Error>
    var askers = 1
    /// The request in which it was sent.
    var batch: Int?
  }

  /// Questions for one request.
  struct Batch: Sendable {
    let number: Int
    let questions: [Question]
    /// Cancels the request.
    let source: CancellationSource
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
  private var questions: [Int: Question] = [:]
  private var current: [PageKey: Int] = [:]
  private var waiting: [Int] = []
  private var running: [Int: (source: CancellationSource, wanted: Int)] = [:]
  private var timer: CancellationSource?
  private var count = 0
  private var round = 0

  init(maximumCount: Int) { self.maximumCount = maximumCount }

  /// Adds a question, or one more who asks it.
  mutating func ask(_ url: URL) -> (Question, Consequence) {
    let key = PageKey(url)
    if let number = current[key], let question = questions[number] {
      questions[number]?.askers += 1
      return (question, .nothing)
    }
    count += 1
    // A fragment is not for servers, and those who ask may have different ones.
    let page = url.settingFragment(nil)
    let question = Question(number: count, key: key, url: page, promise: Promise())
    questions[count] = question
    current[key] = count
    waiting.append(count)
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
    count += 1
    let batch = Batch(
      number: count,
      questions: waiting.compactMap { questions[$0] },
      source: CancellationSource(),
      timer: timer
    )
    for number in waiting { questions[number]?.batch = batch.number }
    running[batch.number] = (batch.source, waiting.count)
    waiting = []
    return batch
  }

  /// Ends a request, so that nobody joins its questions any more.
  mutating func end(_ batch: Batch) {
    running[batch.number] = nil
    for question in batch.questions { forget(question.number) }
  }

  /// Counts one less who asks.
  ///
  /// - Returns: What has to be cancelled: a request or a timer that nobody needs any more.
  mutating func leave(_ number: Int) -> CancellationSource? {
    guard let question = questions[number] else { return nil }
    if question.askers > 1 {
      questions[number]?.askers -= 1
      return nil
    }
    forget(number)
    guard let batch = question.batch else {
      waiting.removeAll { $0 == number }
      return waiting.isEmpty ? endRound() : nil
    }
    guard let (source, wanted) = running[batch] else { return nil }
    running[batch] = wanted > 1 ? (source, wanted - 1) : nil
    return wanted > 1 ? nil : source
  }

  private mutating func forget(_ number: Int) {
    guard let question = questions.removeValue(forKey: number) else { return }
    if current[question.key] == number { current[question.key] = nil }
  }

  /// Makes the timer one of the past.
  private mutating func endRound() -> CancellationSource? {
    round += 1
    defer { timer = nil }
    return timer
  }
}

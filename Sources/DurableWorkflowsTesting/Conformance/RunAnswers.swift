@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

/// The answers of a store as text, so that those of two stores can be compared.
///
/// A store without a controlled clock is compared by the hour: a time has either passed or not.
struct RunAnswers: Sendable {
  /// The reason with which random writes set runs aside; stores use their own messages.
  static let reason = "a reason"

  let start: StoreTime
  let isExact: Bool

  func text(_ time: StoreTime?) -> String {
    guard let time else { return "never" }
    if time == .max { return "the end" }
    let sinceStart = time - start
    return isExact ? "\(sinceStart)" : "\((sinceStart + 1_800_000) / 3_600_000) h"
  }

  func text(_ data: Data) -> String { "'\(String(decoding: data, as: UTF8.self))'" }

  func text(_ row: RunRow<Data>?) -> String {
    guard let row else { return "no run" }
    let records = row.records.map { path, record in
      "\(path) \(text(record.value)) \(record.type) \(record.isCompensated) \(record.sequence) "
        + "\(record.took) "
        + (record.sequence > 0 && record.time < start ? "\(record.time)" : text(record.time))
    }
    let marks = row.marks.map { path, mark in
      "\(path) \(mark.epoch) \(mark.sequence) \(mark.isInDoubt) \(mark.isOfEarlierAttempt)"
    }
    let parts: [[String]] = [
      records, marks,
      row.waits.map { "\($0) \(text($1))" },
      row.limits.map { "\($0) \(text($1))" },
      row.attempts.map { "\($0) \($1.failed) \(text($1.due))" },
      row.signals.map { "\($0) \(text($1.value)) \(text($1.arrival))" },
      row.undone.map { "\($0) \($1)" },
      row.tags.map { "\($0) \($1)" },
      Array(row.awaited),
    ]
    return """
      \(row.workflow) \(row.version) \(text(row.input)) \(text(row.submitted)) \
      deadline \(text(row.deadline)) \
      \(text(row.state)) ended \(text(row.ended)) worker \(row.worker ?? "none") \
      epoch \(row.epoch) lease \(row.lease) fruitless \(row.fruitlessClaims) \
      cancelled \(row.isCancelRequested) paused \(row.isPaused) \
      token \(row.lastToken ?? -1) sequence \(row.lastSequence) \
      queue \(row.queue ?? "none") \(row.partition) \(row.priority) \(row.key ?? "none") \
      started \(text(row.started)) \
      undoing \(row.undoing.map { "\($0)" } ?? "no") \(parts.map { $0.sorted() })
      """
  }

  private func text(_ state: RunRow<Data>.State) -> String {
    switch state {
    case .ready(at: let due): "ready at \(text(due))"
    case .running(until: let end): "running until \(text(end))"
    case .ended(.value(let value)): "ended with \(text(value))"
    case .ended(.failure(let failure)): "failed with \(failure)"
    case .setAside(let reason): "set aside \(reason == Self.reason ? reason : "by the store")"
    }
  }

  func text(_ summary: RunSummary) -> String {
    let isOwn = summary.status == .setAside && summary.message != Self.reason
    let message = isOwn ? "by the store" : summary.message ?? "none"
    return """
      \(summary.id) \(summary.workflow) \(summary.version) \(summary.status) \
      \(text(summary.submitted)) \(text(summary.ended)) \(message)
      """
  }
}

extension RunOperation {
  /// Carries out the operation, and returns the answer and the resulting state of the run.
  func answers(
    of store: any RunStorage,
    as answers: RunAnswers,
    _ pass: (Int) async throws -> Void
  ) async throws -> [String] {
    switch self {
    case .submit(let run):
      return ["\(try await store.submit(run))", answers.text(try await store.load(run.id))]
    case .submitAll(let runs):
      var texts = ["\(try await store.submit(runs))"]
      for run in runs { texts.append(answers.text(try await store.load(run.id))) }
      return texts
    case .claim(let request): return texts(try await store.claim(request), answers)
    case .submitClaiming(let run, let request):
      let (answer, claim) = try await store.submit(run, claiming: request)
      return ["\(answer)", answers.text(try await store.load(run.id))] + texts(claim, answers)
    case .renew(let worker):
      return try await store.renew(worker).map { news in
        let signals = news.signals.map { "\($0) \(answers.text($1.value))" }.sorted()
        let time = answers.text(news.now)
        let asked = "\(news.isCancelRequested) \(news.isPaused)"
        return "\(news.id) \(news.epoch) \(time) \(asked) \(signals)"
      }.sorted()
    case .commit(let write):
      var answer = "\(try await store.commit(write))"
      if answer.contains("kept") { answer = "kept" }
      return [answer, answers.text(try await store.load(write.run))]
    case .release(let run, epoch: let epoch):
      try await store.release(run, epoch: epoch)
      return [answers.text(try await store.load(run))]
    case .send(let value, to: let signal, of: let run):
      let answer = "\(try await store.send(value, to: signal, of: run))"
      return [answer, answers.text(try await store.load(run))]
    case .withdraw(let signal, of: let run):
      let answer = "\(try await store.withdraw(signal, of: run))"
      return [answer, answers.text(try await store.load(run))]
    case .setPaused(let isPaused, of: let run):
      let answer = "\(try await store.setPaused(isPaused, of: run))"
      return [answer, answers.text(try await store.load(run))]
    case .setQueuePaused(let isPaused, let queue):
      try await store.setPaused(isPaused, ofQueue: queue)
      return try await store.queues().map { "\($0)" }.sorted()
    case .setQueueLimit(let limit, let queue):
      try await store.setLimit(limit, ofQueue: queue)
      return try await store.queues().map { "\($0)" }.sorted()
    case .cancel(let run):
      return ["\(try await store.cancel(run))", answers.text(try await store.load(run))]
    case .undo(let run):
      return ["\(try await store.undo(run))", answers.text(try await store.load(run))]
    case .reopen(let run):
      return ["\(try await store.reopen(run))", answers.text(try await store.load(run))]
    case .list(let query):
      var list: [String]
      do {
        list = try await store.list(query).map(answers.text)
      } catch let error as UnknownRun {
        list = ["\(error)"]
      }
      let counts = try await store.counts().filter { $0.value > 0 }.map { "\($0) \($1)" }
      return (answers.isExact ? list : list.sorted()) + counts.sorted()
    case .removeEnded(olderThan: let age, limit: let limit):
      let count = try await store.removeEnded(olderThan: age, limit: limit)
      let rest = try await store.list(RunQuery()).map(\.id).sorted()
      return ["\(count)"] + rest
    case .pass(units: let units):
      try await pass(units)
      return []
    }
  }

  private func texts(_ answer: ClaimAnswer, _ answers: RunAnswers) -> [String] {
    let runs = answer.runs.map { "\($0.id): \(answers.text($0.row))" }
    // A store may report a time before the next run is due, but not one after, so only this is
    // comparable.
    let isNone = "next \(answer.nextDue == nil ? "never" : "at some time")"
    return [answers.text(answer.now), isNone] + (answers.isExact ? runs : runs.sorted())
  }
}

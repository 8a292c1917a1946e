#if SQLite
internal import DurableWorkflows
internal import Foundation
internal import GRDB

extension RunTransaction {
  func commit(_ write: RunWrite) throws -> WriteAnswer {
    guard var head = try head(of: write.run), head.epoch == write.epoch else { return .lost }
    if head.token == write.token { return .kept(at: now) }
    guard head.state == .running else { return .lost }
    if head.isCancelRequested, case .end(.value) = write.continuation { return .cancelled }
    for change in write.changes { try apply(change, to: &head) }
    head.token = write.token
    if write.movesOn { head.fruitless = 0 }
    switch write.continuation {
    case .keep:
      head.until = time(after: head.lease)
      try saveProgress(head)
      return .kept(at: now)
    case .park(let wake): try park(&head, until: wake)
    case .end(let outcome): try end(&head, with: outcome)
    case .setAside(let reason): try setAside(&head, reason)
    }
    try save(head)
    return .kept(at: now)
  }

  private func park(_ head: inout RunHead, until wake: Wake) throws {
    for name in wake.signals { try requireWhole(name) }
    head.awaited = wake.signals
    head.fruitless = 0
    // A signal or a cancellation may have arrived since the worker looked.
    let isAwake =
      try head.isCancelRequested || wake.signals.contains { try hasSignal($0, of: head.run) }
    let times = [wake.due, wake.pause.map { time(after: $0) }, head.deadline]
    head.becomeReady(at: isAwake ? now : times.compactMap(\.self).min())
  }

  func end(_ head: inout RunHead, with outcome: RunOutcome<Data>) throws {
    switch outcome {
    case .value(let value):
      head.leave(as: .succeeded, ended: now)
      try db.run(
        "INSERT OR REPLACE INTO tenon_ends (run, value) VALUES (?, ifnull(?, x''))",
        head.run,
        value
      )
    case .failure(.cancelled): head.leave(as: .cancelled, ended: now)
    case .failure(.error(type: let type, message: let message)):
      head.leave(as: .failed, ended: now)
      try db.run(
        "INSERT OR REPLACE INTO tenon_ends (run, type, message) VALUES (?, ?, ?)",
        head.run,
        kept(type),
        kept(message)
      )
    }
  }

  func setAside(_ head: inout RunHead, _ reason: String) throws {
    head.leave(as: .setAside, ended: head.ended)
    try db.run(
      "INSERT OR REPLACE INTO tenon_ends (run, message) VALUES (?, ?)",
      head.run,
      kept(reason)
    )
  }
}
#endif

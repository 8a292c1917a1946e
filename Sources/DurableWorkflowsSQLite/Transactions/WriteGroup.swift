#if SQLite
internal import Futures
internal import GRDB

/// Carries out writes: what arrives while a transaction is under way, in the next one together.
///
/// What a transaction costs is that the disk has it, so one for many writes is as good as one for
/// one. Each write is a savepoint, and fails by itself. An answer is given after the commit.
///
/// A write that comes alone while transactions are quick is carried out on the thread of its task:
/// to wake that of the database, and then one for the task, takes longer than the transaction. That
/// holds one thread of the pool at most, and waits for no other process. After a transaction that
/// was slow, the next one is left to the thread of the database, and shows whether it still is.
final class WriteGroup: Sendable {
  /// A write that waits for its turn.
  private struct Write: Sendable {
    let perform: @Sendable (Database) throws -> Void
    /// Called after the commit, or with the error of the write or of the transaction.
    let end: @Sendable ((any Error)?) -> Void
  }

  private struct State {
    var waiting: [Write] = []
    var isUnderWay = false
    /// Whether the last transaction was quick.
    var isQuick = false
  }

  /// How many writes share a transaction at most, so that other processes have their turn.
  private static let limit = 100
  /// How long a quick transaction takes at most: a few times what it takes to wake threads.
  private static let quick = Duration.milliseconds(1)

  private let writer: any DatabaseWriter
  private let busyTimeout: BusyTimeout?
  private let state = Locked(State())

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - busyTimeout: How long a transaction waits for other processes; `nil` for a database that
  ///     this process uses for something else, too, whose thread may be busy with that.
  init(_ writer: any DatabaseWriter, busyTimeout: Duration?) {
    self.writer = writer
    self.busyTimeout = busyTimeout.map { BusyTimeout($0) }
  }

  /// Carries out a write, also for a task that is cancelled.
  @concurrent
  func perform<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    if let answer = try performHere(body) { return answer }
    let answer = Answered<Answer>()
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      add(
        Write(
          perform: { db in try answer.set(body(db)) },
          end: { error in ended.resume(with: error.map { .failure($0) } ?? .success(())) }
        )
      )
    }
    return answer.get()
  }

  /// The answer of a write, until its transaction has ended.
  private final class Answered<Answer: Sendable>: Sendable {
    private let value = Locked<Answer?>(nil)

    func set(_ answer: Answer) { value.withLock { $0 = answer } }

    func get() -> Answer { value.withLock { $0 }! }
  }

  /// Carries out a write on this thread, if it is alone, and transactions are quick.
  ///
  /// - Returns: The answer; `nil` if another process writes, too, and nothing was done.
  private func performHere<Answer>(_ body: (Database) throws -> Answer) throws -> Answer? {
    guard let busyTimeout else { return nil }
    let isAlone = state.withLock { state in
      guard state.isQuick, !state.isUnderWay else { return false }
      state.isUnderWay = true
      return true
    }
    if !isAlone { return nil }
    let start = ContinuousClock.now
    var isBusy = false
    defer { end(isQuick: !isBusy && start.duration(to: .now) <= Self.quick) }
    return try writer.writeWithoutTransaction { db in
      do {
        try busyTimeout.set(.zero, of: db)
        try db.beginTransaction(.immediate)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        isBusy = true
        return nil
      }
      return try db.committing { try body(db) }
    }
  }

  private func add(_ write: Write) {
    let isFirst = state.withLock { state in
      state.waiting.append(write)
      defer { state.isUnderWay = true }
      return !state.isUnderWay
    }
    if isFirst { next() }
  }

  /// Ends a transaction, and carries out what waits.
  private func end(isQuick: Bool) {
    state.withLock { $0.isQuick = isQuick }
    next()
  }

  /// Carries out what waits.
  private func next() {
    let writes = state.withLock { state in
      let writes = Array(state.waiting.prefix(Self.limit))
      state.waiting.removeFirst(writes.count)
      state.isUnderWay = !writes.isEmpty
      return writes
    }
    if writes.isEmpty { return }
    // GRDB's own asynchronous writes roll back in a task that is cancelled.
    writer.asyncWriteWithoutTransaction { [weak self, busyTimeout] db in
      let start = ContinuousClock.now
      let errors = Self.perform(writes, db, busyTimeout)
      // Before the answers, after which nobody may need the store any more. One that waits needs
      // it.
      self?.end(isQuick: start.duration(to: .now) <= Self.quick)
      for (write, error) in zip(writes, errors) { write.end(error) }
    }
  }

  /// Carries out writes in one transaction.
  ///
  /// - Returns: The error of each write that has failed.
  private static func perform(
    _ writes: [Write],
    _ db: Database,
    _ busyTimeout: BusyTimeout?
  ) -> [(any Error)?] {
    var errors: [(any Error)?] = Array(repeating: nil, count: writes.count)
    do {
      try busyTimeout?.set(nil, of: db)
      try begin(db)
      try db.committing {
        for (index, write) in writes.enumerated() {
          do {
            if writes.count == 1 {
              try write.perform(db)
            } else {
              try db.inSavepoint {
                try write.perform(db)
                return .commit
              }
            }
          } catch {
            // A full disk, for one, ends the transaction with all that is in it.
            if writes.count == 1 || !db.isInsideTransaction { throw error }
            errors[index] = error
          }
        }
      }
      return errors
    } catch {
      return writes.map { _ in error }
    }
  }

  /// Begins a transaction that holds the lock for writing from the beginning.
  ///
  /// One that reads first, and then writes, fails if another process has written between.
  private static func begin(_ db: Database) throws {
    // The time-out of SQLite does not cover each way of being busy.
    let start = ContinuousClock.now
    var attempt = 1
    while true {
      do {
        return try db.beginTransaction(.immediate)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && attempt < 3
        && start.duration(to: .now) < .milliseconds(100)
      {
        attempt += 1
      }
    }
  }
}

extension Database {
  /// Carries out what a transaction is for that has begun, and ends it.
  fileprivate func committing<Answer>(_ body: () throws -> Answer) throws -> Answer {
    do {
      let answer = try body()
      try commit()
      return answer
    } catch {
      if isInsideTransaction { try? rollback() }
      throw error
    }
  }
}
#endif

#if SQLite
internal import Futures
internal import GRDB

/// Carries out writes: what arrives while a transaction is under way, in the next one together.
///
/// What a transaction costs is that the disk has it, so one for many writes is as good as one for
/// one. Each write is a savepoint, and fails by itself. An answer is given after the commit.
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
  }

  /// How many writes share a transaction at most, so that other processes have their turn.
  private static let limit = 100

  private let writer: any DatabaseWriter
  private let state = Locked(State())

  init(_ writer: any DatabaseWriter) { self.writer = writer }

  /// Carries out a write, also for a task that is cancelled.
  func perform<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
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

  private func add(_ write: Write) {
    let isFirst = state.withLock { state in
      state.waiting.append(write)
      defer { state.isUnderWay = true }
      return !state.isUnderWay
    }
    if isFirst { next() }
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
    writer.asyncWriteWithoutTransaction { [weak self] db in
      let errors = Self.perform(writes, db)
      // Before the answers, after which nobody may need the store any more. One that waits needs
      // it.
      self?.next()
      for (write, error) in zip(writes, errors) { write.end(error) }
    }
  }

  /// Carries out writes in one transaction.
  ///
  /// - Returns: The error of each write that has failed.
  private static func perform(_ writes: [Write], _ db: Database) -> [(any Error)?] {
    var errors: [(any Error)?] = Array(repeating: nil, count: writes.count)
    do {
      try begin(db)
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
      try db.commit()
      return errors
    } catch {
      if db.isInsideTransaction { try? db.rollback() }
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
#endif

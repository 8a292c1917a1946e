#if SQLite
internal import Futures
internal import GRDB

/// A group commit of writes: those that arrive during a transaction share the next one.
///
/// The cost of a transaction is the wait for the disk, so a transaction costs the same for many
/// writes as for one. Each write is a savepoint, and fails independently. Answers are given after
/// the commit.
final class WriteGroup: Sendable {
  /// A pending write.
  private struct Write: Sendable {
    /// Carries out the write, in a savepoint if it shares the transaction with others.
    let perform: @Sendable (Database, _ isShared: Bool) throws -> Void
    /// Called after the commit, or with the error of the write or the transaction.
    let end: @Sendable ((any Error)?) -> Void
  }

  private struct State {
    var waiting: [Write] = []
    var isUnderWay = false
  }

  /// The maximum number of writes in a transaction, so that other processes get their turn.
  private static let limit = 100

  private let writer: any DatabaseWriter
  private let place: FilePlace
  private let state = Locked(State())

  /// Creates a group of writes to a database.
  init(_ writer: any DatabaseWriter) {
    self.writer = writer
    place = FilePlace(writer.path)
  }

  /// Carries out a write, even if the task is cancelled.
  ///
  /// - Parameter body: The write.
  /// - Returns: The answer of the write.
  /// - Throws: Its error, or an error of the database.
  @concurrent
  func perform<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    let answer = Answered<Answer>()
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      add(
        Write(
          perform: { db, isShared in
            if !isShared { return answer.set(try body(db)) }
            try db.inSavepoint {
              answer.set(try body(db))
              return .commit
            }
          },
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

  /// Carries out pending writes.
  private func next() {
    let writes = state.withLock { state in
      let writes = Array(state.waiting.prefix(Self.limit))
      state.waiting.removeFirst(writes.count)
      state.isUnderWay = !writes.isEmpty
      return writes
    }
    if writes.isEmpty { return }
    // GRDB's own asynchronous writes roll back in a cancelled task.
    writer.asyncWriteWithoutTransaction { [weak self, place] db in
      let errors = Self.perform(writes, db, place)
      // Before the answers are given, because afterward the store may be released. A pending write
      // still needs it.
      self?.next()
      for (write, error) in zip(writes, errors) { write.end(error) }
    }
  }

  /// Carries out writes in one transaction.
  ///
  /// - Returns: The error of each failed write.
  private static func perform(
    _ writes: [Write],
    _ db: Database,
    _ place: FilePlace
  ) -> [(any Error)?] {
    var errors: [(any Error)?] = Array(repeating: nil, count: writes.count)
    do {
      try place.require(of: db)
      try begin(db)
      try db.committing {
        for (index, write) in writes.enumerated() {
          do {
            try write.perform(db, writes.count > 1)
          } catch {
            // A full disk, for example, ends the transaction with everything in it.
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

  /// Begins a transaction that holds the write lock from the beginning.
  ///
  /// A transaction that reads before it writes fails if another process writes in between.
  private static func begin(_ db: Database) throws {
    // The busy timeout of SQLite does not cover every busy condition.
    let start = ContinuousClock.now
    var attempt = 1
    while true {
      do {
        return try db.beginImmediately()
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
  /// Begins a transaction that holds the write lock.
  ///
  /// The statements that begin and end a transaction are compiled once. GRDB's own functions
  /// compile them for each transaction, which takes longer than most statements take to run.
  fileprivate func beginImmediately() throws {
    try cachedStatement(sql: "BEGIN IMMEDIATE").execute()
  }

  /// Carries out the body of a transaction that has begun, and ends the transaction.
  fileprivate func committing<Answer>(_ body: () throws -> Answer) throws -> Answer {
    do {
      let answer = try body()
      try cachedStatement(sql: "COMMIT").execute()
      return answer
    } catch {
      if isInsideTransaction { try? rollback() }
      throw error
    }
  }
}
#endif

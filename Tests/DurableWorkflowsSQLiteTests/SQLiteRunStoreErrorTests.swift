#if SQLite
import GRDB
import Testing

@testable import DurableWorkflowsSQLite

@Suite struct SQLiteRunStoreErrorTests {
  // SQLite reports this code when a file is opened on a full disk.
  @Test func aSharedFileThatCannotBeCreatedIsAFullDisk() throws {
    let error = SQLiteRunStoreError.from(
      DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE),
      file: "runs.sqlite"
    )
    #expect((error as? SQLiteRunStoreError)?.reason == .full)
  }

  @Test func anErrorThatIsNotOneOfSQLiteIsUnchanged() {
    #expect(SQLiteRunStoreError.from(CancellationError(), file: "runs.sqlite") is CancellationError)
  }
}
#endif

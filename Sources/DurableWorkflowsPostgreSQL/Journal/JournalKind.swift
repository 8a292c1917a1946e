#if PostgreSQL
/// What a row of the journal of a run says; the numbers are those in the tables.
enum JournalKind: Int {
  case record = 1
  case begin, failed, wait, limit, attempt, undo, undone
  /// A record that the run was submitted with.
  case given
  /// The run was made due again.
  case reopened

  // What is read along with the journal, and is in other tables.
  case head = 20
  case input, outcome, signal
}
#endif

#if PostgreSQL
/// The kind of a row in the journal of a run; the raw values are those in the tables.
enum JournalKind: Int {
  case record = 1
  case begin, failed, wait, limit, attempt, undo, undone
  /// A record that the run was submitted with.
  case given
  /// The run was made due again.
  case reopened
  /// The run began anew.
  case restart
  /// What is said of the run; without a value, it is taken back.
  case tag

  // Rows that are read along with the journal from other tables.
  case head = 20
  case input, outcome, signal
}
#endif

/// The exit codes in the help text.
enum ExitCodes {
  static let help = """
    EXIT CODES
      0   success
      1   there is no such run or schedule, or it is none that the command can do this to; 'watch'
          has seen a run end without success; 'check' has found a run that would be set aside
      2   the store could not be opened or asked, or the output could not be written
      64  the command line is invalid
    """
}

/// The exit codes in the help text.
enum ExitCodes {
  static let help = """
    EXIT CODES
      0   success
      1   'lint' or 'audit' found errors, 'open' or 'why' found nothing to open, or
          'associate --check' found an old file
      2   a page could not be read, or the output could not be written
      64  the command line is invalid
    """
}

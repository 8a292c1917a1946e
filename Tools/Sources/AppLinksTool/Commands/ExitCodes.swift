/// What the help says about exit codes.
enum ExitCodes {
  static let help = """
    EXIT CODES
      0   it was done
      1   'lint' found errors, or 'open' nothing to open
      2   a page could not be read, or the output not be written
      64  the command line makes no sense
    """
}

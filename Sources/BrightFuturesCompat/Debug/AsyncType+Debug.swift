extension AsyncType {
  /// Logs a line when the future settles, and returns a future with the same result.
  ///
  /// - Parameters:
  ///   - identifier: The name of the future in the log. Without a name, the line contains the place
  ///     of this call.
  ///   - logger: The logger.
  ///   - file: The file to name in the log.
  ///   - line: The line to name in the log.
  ///   - function: The function to name in the log.
  ///   - context: The context that writes the line.
  /// - Returns: A future with the same result, which settles after the line is written.
  public func debug(
    _ identifier: String? = nil,
    logger: any LoggerType = PrintLogger(),
    file: String = #file,
    line: UInt = #line,
    function: String = #function,
    context: @escaping ExecutionContext = defaultContext()
  ) -> Self {
    andThen(context: context) { result in
      logger.log(
        message: logger.message(
          for: result,
          with: identifier,
          file: file,
          line: line,
          function: function
        )
      )
    }
  }
}

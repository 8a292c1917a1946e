extension AsyncType {
  /// Writes a line when there is a result, and passes the result on.
  ///
  /// - Parameters:
  ///   - identifier: What to call this in the log; without it the line says where this call is.
  ///   - logger: Where to write.
  ///   - file: The file to name in the log.
  ///   - line: The line to name in the log.
  ///   - function: The function to name in the log.
  ///   - context: Where the line is written.
  /// - Returns: One with the same result, which it gets after the line was written.
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

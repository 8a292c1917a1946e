extension AppLinkMetadata {
  /// Reads the tags of a page from text.
  ///
  /// - Parameters:
  ///   - html: The page. Its charset declaration is ignored.
  ///   - options: The tags to read and the limits for reading.
  /// - Complexity: O(*n*) in the length of the page.
  public init(html: String, options: AppLinkScanner.Options = .init()) {
    var scanner = AppLinkScanner(options: options, charset: .utf8)
    scanner.feed(html.utf8)
    self = scanner.finish()
  }

  /// Reads the tags of a page from bytes, such as an array or `Data`.
  ///
  /// - Parameters:
  ///   - html: The page.
  ///   - contentType: The value of the page's `Content-Type` header, whose charset is used.
  ///   - options: The tags to read and the limits for reading.
  /// - Complexity: O(*n*) in the length of the page.
  public init(
    html: some Sequence<UInt8>,
    contentType: String? = nil,
    options: AppLinkScanner.Options = .init()
  ) {
    var scanner = AppLinkScanner(options: options, contentType: contentType)
    scanner.feed(html)
    self = scanner.finish()
  }

  /// Reads the tags of a page from chunks, and stops when no more are needed.
  ///
  /// The effect of cancelling the task is that of the sequence.
  ///
  /// - Parameters:
  ///   - chunks: The chunks, of any size. No chunk is requested after the scanner is complete.
  ///   - contentType: The value of the page's `Content-Type` header, whose charset is used.
  ///   - options: The tags to read and the limits for reading.
  ///   - isolation: The isolation in which to iterate, by default that of the caller.
  /// - Throws: The error of the sequence.
  /// - Complexity: O(*n*) in the length of the page.
  public init<Chunks: AsyncSequence>(
    scanning chunks: Chunks,
    contentType: String? = nil,
    options: AppLinkScanner.Options = .init(),
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Chunks.Failure) where Chunks.Element: Sequence<UInt8> {
    var scanner = AppLinkScanner(options: options, contentType: contentType)
    var iterator = chunks.makeAsyncIterator()
    while !scanner.isComplete, let chunk = try await iterator.next(isolation: isolation) {
      scanner.feed(chunk)
    }
    self = scanner.finish()
  }
}

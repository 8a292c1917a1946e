extension AppLinkMetadata {
  /// Reads the tags of a page that is text.
  ///
  /// - Parameters:
  ///   - html: The page. What it says about its charset does not matter any more.
  ///   - options: What to read, and how much of it.
  /// - Complexity: O(*n*) in the length of the page.
  public init(html: String, options: AppLinkScanner.Options = .init()) {
    var scanner = AppLinkScanner(options: options, charset: .utf8)
    scanner.feed(html.utf8)
    self = scanner.finish()
  }

  /// Reads the tags of a page that is bytes, such as an array or `Data`.
  ///
  /// - Parameters:
  ///   - html: The page.
  ///   - contentType: The value of the header `Content-Type` that came with it; its charset is
  ///     used.
  ///   - options: What to read, and how much of it.
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

  /// Reads the tags of a page that arrives in pieces, and no further than needed.
  ///
  /// Cancelling the task has the effect that it has on the sequence.
  ///
  /// - Parameters:
  ///   - chunks: The pieces, of any size. Once nothing more is needed, no other piece is asked for.
  ///   - contentType: The value of the header `Content-Type` that came with the page; its charset
  ///     is used.
  ///   - options: What to read, and how much of it.
  ///   - isolation: Where to iterate, the isolation of the caller.
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

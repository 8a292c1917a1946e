import NIOCore

/// Answers that are made once, and shared until one of the entries that they are about is loaded
/// again.
struct SharedAnswers: Sendable {
  private let copies: MemoryCopies<(loaded: [Int64], answer: CachedAnswer)>

  /// - Parameter maximumBytes: The number of bytes for answers in memory.
  init(maximumBytes: Int) { copies = MemoryCopies(maximumBytes: maximumBytes) }

  /// Returns an answer.
  ///
  /// - Parameters:
  ///   - key: The question.
  ///   - entries: The entries that the answer is about, in the same order for the same question.
  ///   - make: Makes the answer.
  /// - Returns: The answer.
  func answer(
    to key: String,
    about entries: [Entry],
    _ make: () async throws -> CachedAnswer
  ) async rethrows -> CachedAnswer {
    let loaded = entries.map(\.loaded)
    if let known = copies[key], known.loaded == loaded { return known.answer }
    let answer = try await make()
    guard key.isASCII else { return answer }
    copies.keep(
      (loaded, answer),
      for: key,
      bytes: answer.body.readableBytes + key.utf8.count
    )
    return answer
  }
}

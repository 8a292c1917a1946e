internal import Foundation
internal import Futures
internal import FuturesFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A sink that writes a body to a file, and continues an interrupted download of the same content.
final class FileSink: TransferSink {
  private struct State {
    /// The partial file; `nil` after the end.
    var file: PartialFile?
    /// Whether a later download can continue the partial file.
    var isOfUse: Bool
    /// Whether the transfer has ended, so that the file must not be moved to its destination.
    var isUnwanted = false
    /// Whether the existing file is up to date.
    var isUnchanged = false
    /// The number of bytes that the server has to send to continue; `nil` if it sends everything.
    var missing: Int64?
    /// Whether the server has confirmed that nothing is missing.
    var isConfirmed = false
    /// Whether the complete length is known, if it is needed to detect the end.
    var knowsEnd = true
  }

  /// The request for the missing part.
  let request: URLRequest
  private let target: URL
  /// The note and the offset of a continued download; `nil` if the request is for everything.
  private let rest: (note: DownloadNote, offset: Int64)?
  private let state: Locked<State>

  /// Prepares a file.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - target: The destination of the body.
  ///   - isResuming: Whether to continue an interrupted download, and to keep a part that a later
  ///     one can continue.
  /// - Throws: A `FileError`.
  init(_ request: URLRequest, to target: URL, isResuming: Bool) throws {
    let isResuming = isResuming && FileSink.canResume(request)
    let file = try PartialFile(of: target, isLasting: isResuming)
    var request = request
    self.target = target
    if isResuming, request.value(forHTTPHeaderField: "Accept-Encoding") == nil {
      // Positions in a compressed body are not positions in the file.
      request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
    let size = file.size
    if let note = file.note, note.url == request.url?.absoluteString, size > 0,
      size <= note.length ?? .max
    {
      // A process may end after the last byte has arrived and before the file is moved. The last
      // byte is then requested again, which shows whether the content is still the same.
      let offset = size == note.length ? size - 1 : size
      rest = (note, offset)
      request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range")
      request.setValue(note.validator, forHTTPHeaderField: "If-Range")
    } else {
      rest = nil
    }
    self.request = request
    state = Locked(State(file: file, isOfUse: rest != nil))
  }

  deinit { giveUp(because: nil) }

  private static func canResume(_ request: URLRequest) -> Bool {
    let conditions = [
      "Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since",
      "If-Unmodified-Since",
    ]
    return request.httpMethod ?? "GET" == "GET" && request.httpBody == nil
      && conditions.allSatisfy { request.value(forHTTPHeaderField: $0) == nil }
  }

  var mayBlock: Bool { true }

  // MARK: The response

  func check(_ response: URLResponse) throws -> Bool {
    guard let response = response as? HTTPURLResponse else { return false }
    if response.statusCode == 206, request.value(forHTTPHeaderField: "Range") == nil {
      throw wrongContinuation(response)
    }
    guard let rest else { return false }
    if response.statusCode == 416 {
      // If the length was unknown, the part may already be complete.
      let field = response.value(forHTTPHeaderField: "Content-Range")
      let isEnd = field.flatMap(ContentRange.length(ofUnsatisfied:)) == rest.offset
      guard isEnd, response.isVersion(rest.note.validator) else {
        throw wrongContinuation(response)
      }
      state.withLock { $0.isConfirmed = true }
      return true
    }
    if response.statusCode == 206 {
      let range = range(of: response)
      let count = range.map { $0.last - $0.first + 1 }
      let announced = response.expectedContentLength
      let isRight =
        range?.first == rest.offset
        && (announced < 0 || announced == count)
        && (range?.total ?? rest.note.length) == (rest.note.length ?? range?.total)
        && response.value(forHTTPHeaderField: "Content-Encoding") ?? "identity" == "identity"
        && response.isVersion(rest.note.validator)
      if !isRight { throw wrongContinuation(response) }
    }
    return false
  }

  func begin(_ response: URLResponse, length: Int64?) throws -> SinkStart {
    let http = response as? HTTPURLResponse
    return try state.withLock { state in
      if http?.statusCode == 304 {
        state.isUnchanged = true
        return (0, nil, true)
      }
      guard let file = state.file else { throw CancellationError() }
      if let rest, state.isConfirmed { return (rest.offset, rest.offset, false) }
      if http?.statusCode == 206, let rest, let range = http.flatMap(range) {
        state.missing = range.last - range.first + 1
        try file.truncate(to: rest.offset)
        // A server may send less than the missing part, and need not repeat the complete length. If
        // it never announces that length, the response may be any part.
        let total = range.total ?? rest.note.length
        state.knowsEnd = total != nil
        return (rest.offset, total, true)
      }
      state.isOfUse = false
      try file.clear()
      if http?.statusCode == 200, let validator = http?.strongValidator,
        let url = request.url?.absoluteString
      {
        state.isOfUse = file.write(
          DownloadNote(url: url, validator: validator, length: length)
        )
      }
      return (0, length, true)
    }
  }

  private func range(of response: HTTPURLResponse) -> ContentRange? {
    response.value(forHTTPHeaderField: "Content-Range").flatMap { ContentRange($0) }
  }

  private func wrongContinuation(_ response: HTTPURLResponse?) -> TransferError {
    let offset = rest?.offset ?? 0
    return TransferError(
      .wrongContinuation,
      url: response?.url ?? request.url,
      bytesReceived: offset,
      bytesExpected: response.flatMap(range)?.total ?? rest?.note.length
    )
  }

  // MARK: The body

  func append(_ data: Data) throws -> Bool {
    try state.withLock { state in
      if state.isUnchanged { return }
      guard let file = state.file else { throw CancellationError() }
      if let missing = state.missing {
        guard data.count <= missing else { throw wrongContinuation(nil) }
        state.missing = missing - Int64(data.count)
      }
      try file.append(data)
    }
    return true
  }

  var isComplete: Bool { state.withLock { $0.knowsEnd } }

  /// Moves the file into place, on a thread where a slow disk is harmless.
  func finish(_ done: @escaping @Sendable (Result<URL, any Error>) -> Void) {
    let (file, isUnchanged, isOfUse) = state.withLock { state in
      defer { state.file = nil }
      return (state.file, state.isUnchanged, state.isOfUse)
    }
    guard let file else { return done(.failure(CancellationError())) }
    _ = FileThreads.start { [self] in
      done(
        Result {
          if isUnchanged {
            file.remove()
          } else {
            // A large file takes a while to reach the disk, and may be cancelled meanwhile.
            try file.place(orLeave: isOfUse) { state.withLock { $0.isUnwanted } }
          }
          return target
        }
      )
    }
  }

  func giveUp(because error: (any Error)?) {
    let (file, isOfUse) = state.withLock { state in
      state.isUnwanted = true
      defer { state.file = nil }
      return (state.file, state.isOfUse)
    }
    let code = (error as? TransferError)?.code
    if isOfUse, code != .wrongContinuation, code != .bodyTooLarge {
      file?.leave()
    } else {
      file?.remove()
    }
  }
}

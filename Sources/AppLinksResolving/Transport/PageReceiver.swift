internal import Futures

/// The receiver of a page that a ``PageTransport`` loads.
///
/// Calls must not overlap, but can come from any thread.
public final class PageReceiver: Sendable {
  private struct State {
    var response: PageResponse?
    var scanner: AppLinkScanner
    var wantsMore = true
    var body: [UInt8] = []
  }

  private let state: Locked<State>
  private let options: AppLinkScanner.Options
  private let keptBytes: Int?
  private let acceptsAnyType: Bool
  private let isFollowed: @Sendable (_ location: String) -> Bool

  /// Creates a receiver.
  ///
  /// - Parameters:
  ///   - options: The tags to read and the limits for reading.
  ///   - keptBytes: The number of bytes of the body to keep, or `nil` for none. If there are more,
  ///     the body has at least one more.
  ///   - acceptsAnyType: Whether to read the body of a response that is not a page.
  ///   - isFollowed: A closure that returns whether a redirect leads to a page. If not, the
  ///     response is the page.
  init(
    options: AppLinkScanner.Options,
    keptBytes: Int? = nil,
    acceptsAnyType: Bool = false,
    isFollowed: @escaping @Sendable (_ location: String) -> Bool
  ) {
    self.options = options
    self.keptBytes = keptBytes
    self.acceptsAnyType = acceptsAnyType
    self.isFollowed = isFollowed
    state = Locked(State(scanner: AppLinkScanner(options: options)))
  }

  /// Receives the head of the response.
  ///
  /// - Parameter response: The head.
  /// - Returns: Whether the body is needed. The body of a redirect or an image is not.
  @discardableResult
  public func receive(_ response: PageResponse) -> Bool {
    let isRedirect = response.location.map(isFollowed) ?? false
    return state.withLock { state in
      state.response = response
      state.body = []
      state.scanner = AppLinkScanner(options: options, contentType: response["content-type"])
      state.wantsMore = !isRedirect && (acceptsAnyType || response.isPage)
      return state.wantsMore
    }
  }

  /// Receives the next chunk of the body.
  ///
  /// - Parameter bytes: The chunk, of any size, decompressed.
  /// - Returns: Whether more of the body is needed. The result is `false` once the scanner is
  ///   complete, unless the body is kept.
  @discardableResult
  public func receive(_ bytes: some Sequence<UInt8>) -> Bool {
    // The sequence can be foreign code, which must not run under the lock.
    let piece = bytes as? [UInt8] ?? Array(bytes)
    return state.withLock { state in
      if state.wantsMore {
        state.wantsMore = state.scanner.feed(piece)
        if let keptBytes {
          state.body += piece
          state.wantsMore = state.body.count <= keptBytes
        }
      }
      return state.wantsMore
    }
  }

  /// The head of the response, or `nil` until it has been received.
  ///
  /// A transport that wraps another one can read from it how long the page may be kept.
  public var response: PageResponse? { state.withLock { $0.response } }

  /// The bytes of the body, if they are kept.
  var body: [UInt8] { state.withLock { $0.body } }

  /// Ends the page and returns its metadata.
  func finish() -> AppLinkMetadata { state.withLock { $0.scanner.finish() } }
}

internal import Futures

/// Reads a page while a ``PageTransport`` loads it.
///
/// All calls have to come one after another; which threads they come from does not matter.
public final class PageReceiver: Sendable {
  private struct State {
    var response: PageResponse?
    var scanner: AppLinkScanner
    var wantsMore = true
    var body: [UInt8] = []
  }

  private let state: Locked<State>
  private let options: AppLinkScanner.Options
  private let keepsBody: Bool
  private let isFollowed: @Sendable (_ location: String) -> Bool

  /// Makes a receiver.
  ///
  /// - Parameters:
  ///   - options: What to read of the page.
  ///   - keepsBody: Whether to keep its bytes, too.
  ///   - isFollowed: Tells whether a redirect leads to a page. If not, the response is the page.
  init(
    options: AppLinkScanner.Options,
    keepsBody: Bool = false,
    isFollowed: @escaping @Sendable (_ location: String) -> Bool
  ) {
    self.options = options
    self.keepsBody = keepsBody
    self.isFollowed = isFollowed
    state = Locked(State(scanner: AppLinkScanner(options: options)))
  }

  /// Takes the head of the answer.
  ///
  /// - Parameter response: The head.
  /// - Returns: Whether the body is wanted; that of a redirect or an image is not.
  @discardableResult
  public func receive(_ response: PageResponse) -> Bool {
    let isRedirect = response.location.map(isFollowed) ?? false
    return state.withLock { state in
      state.response = response
      state.body = []
      state.scanner = AppLinkScanner(options: options, contentType: response["content-type"])
      state.wantsMore = !isRedirect && response.isPage
      return state.wantsMore
    }
  }

  /// Takes the next piece of the body.
  ///
  /// - Parameter bytes: The piece, of any size, decompressed.
  /// - Returns: Whether more is wanted; not once the scanner has seen enough.
  @discardableResult
  public func receive(_ bytes: some Sequence<UInt8>) -> Bool {
    // A sequence may be foreign code, which must not run under the lock.
    let piece = bytes as? [UInt8] ?? Array(bytes)
    return state.withLock { state in
      if state.wantsMore {
        if keepsBody { state.body += piece }
        state.wantsMore = state.scanner.feed(piece)
      }
      return state.wantsMore
    }
  }

  /// Whether more is wanted.
  public var wantsMore: Bool { state.withLock { $0.wantsMore } }

  /// The head of the answer, once it is there.
  var response: PageResponse? { state.withLock { $0.response } }

  /// What was read, if it was to be kept.
  var body: [UInt8] { state.withLock { $0.body } }

  /// What the page says.
  func finish() -> AppLinkMetadata { state.withLock { $0.scanner.finish() } }
}

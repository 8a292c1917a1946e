internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A transfer: the state of the response, and the checks of its limits.
final class Transfer<Output: Sendable>: TransferEvents {
  private struct State {
    var response: URLResponse?
    var progress = TransferProgress()
    /// The length of the complete body, if it is known and comparable.
    var length: Int64?
    /// The body of a response whose status is an error.
    var errorBody: Data?
    /// Whether the sink has the complete body and is producing its output.
    var isFinishing = false
  }

  private let request: URLRequest
  private let sink: any TransferSink<Output>
  private let options: TransferOptions
  private let progress: (@Sendable (TransferProgress) -> Void)?
  private let promise: Promise<(Output, URLResponse), any Error>
  private let state = Locked(State())

  init(
    of request: URLRequest,
    into sink: any TransferSink<Output>,
    options: TransferOptions,
    progress: (@Sendable (TransferProgress) -> Void)?,
    promise: Promise<(Output, URLResponse), any Error>
  ) {
    self.request = request
    self.sink = sink
    self.options = options
    self.progress = progress
    self.promise = promise
  }

  var isOver: Bool { promise.future.isSettled || state.withLock { $0.isFinishing } }

  var mayBlock: Bool { progress != nil || sink.mayBlock }

  var redirects: RedirectRules { RedirectRules(options) }

  var network: NetworkPolicy { options.network }

  func didSend(_ count: Int64, of total: Int64) {
    if isOver { return }
    report { progress in
      // A redirect may send the body again; the progress does not go back.
      progress.bytesSent = max(progress.bytesSent, count)
      progress.totalBytesToSend = total > 0 ? total : nil
    }
  }

  func didReceive(_ response: URLResponse, hidesEnd: Bool) -> Bool {
    if isOver { return false }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    let length = length(of: response, status)
    let isError: Bool
    do {
      isError = try !sink.check(response) && status >= 400 && options.failsOnErrorStatus
    } catch {
      return end(error)
    }
    if hidesEnd, !isError, length != 0 {
      let url = response.url ?? request.url
      return end(TransferError(.uncheckedBody, url: url, bytesReceived: 0, bytesExpected: nil))
    }
    state.withLock { state in
      state.response = response
      state.errorBody = isError ? Data() : nil
      state.length = length
      state.progress.totalBytesToReceive = length
    }
    if isError { return true }
    do {
      let (before, total, needsBody) = try sink.begin(response, length: length)
      state.withLock { $0.length = total }
      report { progress in
        progress.bytesReceived = before
        progress.totalBytesToReceive = total
      }
      if !needsBody || isRefusedRedirect(response) && !readsBody(of: response) {
        return finish(response)
      }
      return checkLimit(total ?? before, response)
    } catch {
      return end(error)
    }
  }

  func didReceive(_ data: Data) -> Bool {
    if isOver { return false }
    let count = state.withLock { state -> Int? in
      state.errorBody?.append(data)
      return state.errorBody?.count
    }
    if let count {
      return count <= options.maximumErrorBodyBytes || endWithStatus(isComplete: false)
    }
    let needsMore: Bool
    do {
      needsMore = try sink.append(data)
    } catch {
      return end(error)
    }
    report { $0.bytesReceived += Int64(data.count) }
    let (received, response) = state.withLock { ($0.progress.bytesReceived, $0.response) }
    if let response, !needsMore { return finish(response) }
    return checkLimit(received, response)
  }

  func didComplete(_ response: URLResponse?, _ error: (any Error)?) {
    if isOver { return }
    if let response, state.withLock({ $0.response == nil }),
      isRefusedRedirect(response) || error == nil && isRedirect(response)
    {
      // On Linux there is no other event for a redirect without destination: the session reads no
      // body.
      if didReceive(response) { finish(response) }
      return
    }
    let state = state.withLock { $0 }
    if state.errorBody != nil {
      let isWhole = state.length.map { $0 == state.errorBody?.count ?? 0 } ?? true
      endWithStatus(isComplete: error == nil && isWhole)
      return
    }
    if let error {
      end(isCut(error, state) ? incompleteBody(state, error) : error)
      return
    }
    guard let response = state.response else {
      end(URLError(.badServerResponse))
      return
    }
    let isRefused = isRefusedRedirect(response)
    // A session does not deliver the body of a redirect.
    if !isRefused, !sink.isComplete || state.progress.bytesReceived < state.length ?? 0 {
      end(incompleteBody(state, nil))
      return
    }
    finish(response)
  }

  // MARK: Limits and lengths

  /// Whether a response is a redirect that the options do not follow.
  private func isRefusedRedirect(_ response: URLResponse) -> Bool {
    !options.followsRedirects && isRedirect(response)
  }

  private func isRedirect(_ response: URLResponse) -> Bool {
    (response as? HTTPURLResponse).map { RedirectRules.statuses.contains($0.statusCode) } ?? false
  }

  /// Whether the body of a redirect is read: it is not delivered on every system if there is a
  /// destination.
  private func readsBody(of response: URLResponse) -> Bool {
    sink.readsRedirects
      || (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Location") == nil
  }

  /// The announced length of the body, if the body is comparable with it; 0 if there is no body.
  private func length(of response: URLResponse, _ status: Int) -> Int64? {
    if request.httpMethod == "HEAD" || status == 204 || status == 304 { return 0 }
    let length = response.expectedContentLength
    if length <= 0 { return length < 0 ? nil : 0 }
    if let http = response as? HTTPURLResponse {
      let coding = http.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
      if coding.lowercased() != "identity" { return nil }
    }
    return length
  }

  private func checkLimit(_ count: Int64, _ response: URLResponse?) -> Bool {
    let limit = options.maximumBodyBytes ?? sink.defaultLimit
    guard let limit, count > limit else { return true }
    return end(
      TransferError(
        .bodyTooLarge,
        url: response?.url ?? request.url,
        bytesReceived: state.withLock { $0.progress.bytesReceived },
        bytesExpected: Int64(limit)
      )
    )
  }

  /// Whether an error of the session means that the body is truncated.
  private func isCut(_ error: any Error, _ state: State) -> Bool {
    guard state.response != nil, let error = error as? URLError else { return false }
    // On Linux a body that is shorter than announced is an error of an unknown kind.
    return error.code == .networkConnectionLost || error.code == .unknown
  }

  private func incompleteBody(_ state: State, _ error: (any Error)?) -> TransferError {
    TransferError(
      .incompleteBody,
      url: state.response?.url ?? request.url,
      bytesReceived: state.progress.bytesReceived,
      bytesExpected: state.length,
      underlying: error
    )
  }

  // MARK: Ending

  /// Fails the transfer.
  ///
  /// - Returns: `false`: the transfer does not continue.
  @discardableResult
  private func end(_ error: any Error) -> Bool {
    let error = (error as? URLError)?.explained ?? error
    // First, so that observers of the failure find everything ready for another attempt.
    sink.giveUp(because: error)
    promise.fail(error)
    return false
  }

  /// Succeeds with the body so far.
  ///
  /// - Returns: `false`: the transfer does not continue.
  @discardableResult
  private func finish(_ response: URLResponse) -> Bool {
    if state.withLock({ $0.progress.totalBytesToReceive == nil }) {
      report { $0.totalBytesToReceive = $0.bytesReceived }
    }
    state.withLock { $0.isFinishing = true }
    sink.finish { [promise] result in
      promise.complete(result.map { ($0, response) })
    }
    return false
  }

  @discardableResult
  private func endWithStatus(isComplete: Bool) -> Bool {
    let (response, body) = state.withLock { ($0.response as? HTTPURLResponse, $0.errorBody) }
    guard let response, let body else { return false }
    let kept = Data(body.prefix(options.maximumErrorBodyBytes))
    return end(
      HTTPStatusError(
        response: response,
        body: kept,
        isBodyTruncated: !isComplete || kept.count < body.count
      )
    )
  }

  private func report(_ change: (inout TransferProgress) -> Void) {
    let now = state.withLock { state in
      change(&state.progress)
      return state.progress
    }
    progress?(now)
  }
}

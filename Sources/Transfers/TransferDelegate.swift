internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The delegate of a session, which passes the events of its tasks to their transfers.
final class TransferDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private struct Entry {
    let transfer: any TransferEvents
    /// Follows a redirect of the task, on Linux.
    let follow: @Sendable (URLRequest) -> Void
    /// Whether a redirect was followed, so that the end of the task is not that of the transfer.
    var isLeft = false
    var isStopped = false
  }

  private let entries = Locked<[Int: Entry]>([:])

  /// Starts a task of the session for a transfer.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - transfer: The transfer.
  ///   - follow: Called on Linux with the next request if the task is redirected; the task is
  ///     abandoned then.
  func start(
    _ task: URLSessionTask,
    for transfer: any TransferEvents,
    follow: @escaping @Sendable (URLRequest) -> Void = { _ in }
  ) {
    let number = task.taskIdentifier
    entries.withLock { $0[number] = Entry(transfer: transfer, follow: follow) }
    task.resume()
  }

  /// Cancels a task that has not ended.
  ///
  /// This happens asynchronously, because cancelling waits for the session.
  func stop(_ task: URLSessionTask) {
    let number = task.taskIdentifier
    let isFirst = entries.withLock { entries in
      // On Linux a task that has timed out traps when it is cancelled; it ends by itself.
      guard task.error == nil else { return false }
      defer { entries[number]?.isStopped = true }
      return entries[number]?.isStopped == false
    }
    if isFirst { Self.stopping.async { task.cancel() } }
  }

  /// One queue for all tasks, since each would take a thread while it waits for its session.
  private static let stopping = DispatchQueue(label: "stopping transfers")

  private func transfer(of task: URLSessionTask) -> (any TransferEvents)? {
    let number = task.taskIdentifier
    return entries.withLock { $0[number]?.transfer }
  }

  #if canImport(Darwin)
  /// Follows every redirect, up to the limit of the session, if the transfer and its policy allow
  /// it.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let number = task.taskIdentifier
    guard let entry = entries.withLock({ $0[number] }), !entry.isStopped else {
      return completionHandler(nil)
    }
    let rules = entry.transfer.redirects
    guard rules.follows else { return completionHandler(nil) }
    @Sendable func refuse(_ error: any Error) {
      entry.transfer.didComplete(nil, error)
      completionHandler(nil)
      stop(task)
    }
    do {
      let next = try rules.checked(request, after: task.currentRequest ?? request, response)
      guard let events = entry.transfer as? PinnedEvents, !events.network.isOpen else {
        return completionHandler(next)
      }
      // Checked, but bound to no address: the session decides where to connect.
      let restored = events.pinned.restored(next)
      Task {
        do {
          _ = try await events.network.check(restored.url)
          completionHandler(restored)
        } catch {
          refuse(error)
        }
      }
    } catch {
      refuse(error)
    }
  }
  #else
  /// Abandons the task, and follows the redirect with a new one if the transfer allows it.
  ///
  /// On Linux a session traps if its completion handler is called after the task was cancelled or
  /// has timed out. So the handler is never called.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let number = task.taskIdentifier
    let left = entries.withLock { entries -> Entry? in
      guard let entry = entries[number], !entry.isStopped else { return nil }
      entries[number]?.isLeft = entry.transfer.redirects.follows
      return entry
    }
    guard let left else { return }
    stop(task)
    let rules = left.transfer.redirects
    if rules.follows {
      do {
        // A task is redirected once, because the next request is that of another task. The session
        // would turn a HEAD into a GET.
        let last = task.originalRequest ?? request
        let next = try rules.next(after: last, response)
        left.follow(try next ?? rules.checked(request, after: last, response))
      } catch {
        left.transfer.didComplete(nil, error)
      }
    } else if left.transfer.didReceive(response) {
      left.transfer.didComplete(response, nil)
    }
  }

  /// Ends a transfer whose server requests credentials, because there are none.
  ///
  /// On Linux a session waits forever if it is told to perform the default handling. Everything
  /// that the server sent was delivered before this call.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    if challenge.proposedCredential != nil {
      return completionHandler(.performDefaultHandling, nil)
    }
    transfer(of: task)?.didComplete(task.response, nil)
    completionHandler(.cancelAuthenticationChallenge, nil)
  }
  #endif

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let hidesEnd = hidesEnd(of: response, to: dataTask)
    let goesOn = transfer(of: dataTask)?.didReceive(response, hidesEnd: hidesEnd) ?? false
    completionHandler(.allow)
    if !goesOn { stop(dataTask) }
  }

  /// Returns whether a body is compressed although the request did not ask for compression.
  ///
  /// On Linux a session decompresses whatever arrives and reports the end of the data as the end of
  /// the body.
  private func hidesEnd(of response: URLResponse, to task: URLSessionTask) -> Bool {
    #if canImport(Darwin)
    return false
    #else
    let asked = task.originalRequest?.value(forHTTPHeaderField: "Accept-Encoding")
    let coding = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding")
    return asked?.lowercased() == "identity" && coding ?? "identity" != "identity"
    #endif
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if transfer(of: dataTask)?.didReceive(data) == false { stop(dataTask) }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    transfer(of: task)?.didSend(totalBytesSent, of: totalBytesExpectedToSend)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let number = task.taskIdentifier
    guard let entry = entries.withLock({ $0.removeValue(forKey: number) }) else { return }
    #if !canImport(Darwin)
    if entry.isStopped {
      // On Linux a session forgets a task when this method returns, and traps if the task performs
      // its cancellation later. The first call ensures that the cancellation is under way; the
      // second one waits for it.
      task.cancel()
      task.cancel()
    }
    #endif
    if entry.isLeft { return }
    entry.transfer.didComplete(task.response, error)
  }
}

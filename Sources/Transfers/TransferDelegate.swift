internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What a transfer hears of its task, on the session's delegate queue, which is serial.
protocol TransferEvents: Sendable {
  /// Whether to go where a response redirects to.
  var followsRedirects: Bool { get }

  /// A response begins.
  ///
  /// - Returns: Whether to go on.
  func didReceive(_ response: URLResponse) -> Bool

  /// A part of the body is there.
  ///
  /// - Returns: Whether to go on.
  func didReceive(_ data: Data) -> Bool

  /// The session keeps to itself what the server sends, and that is too much or takes too long.
  ///
  /// - Parameter announced: The length of the body, if the server has told it.
  func didOverrun(announced: Int64?)

  /// A part of the request's body was sent.
  func didSend(_ count: Int64, of total: Int64)

  /// Nothing more comes.
  ///
  /// - Parameters:
  ///   - response: The response of the task, in case that it was not handed over.
  ///   - error: The error of the session.
  func didComplete(_ response: URLResponse?, _ error: (any Error)?)
}

/// Hands the events of a session's tasks to their transfers.
final class TransferDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private struct Entry {
    let transfer: any TransferEvents
    #if !canImport(Darwin)
    let watch: HeadWatch
    /// Goes where the task was redirected to.
    let follow: @Sendable (URLRequest) -> Void
    /// Whether that was done, so that the end of the task is not that of the transfer.
    var isLeft = false
    #endif
    var isStopped = false
  }

  private let entries = Locked<[Int: Entry]>([:])

  #if canImport(Darwin)
  /// Starts a task of a session for a transfer.
  func start(_ task: URLSessionTask, of session: URLSession, for transfer: any TransferEvents) {
    let number = task.taskIdentifier
    entries.withLock { $0[number] = Entry(transfer: transfer) }
    task.resume()
  }
  #else
  /// Starts a task of a session for a transfer.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - session: The session.
  ///   - transfer: The transfer.
  ///   - follow: Called with the request to go on with, if the task is redirected; the task has
  ///     been left then.
  func start(
    _ task: URLSessionTask,
    of session: URLSession,
    for transfer: any TransferEvents,
    follow: @escaping @Sendable (URLRequest) -> Void
  ) {
    let number = task.taskIdentifier
    let watch = HeadWatch(task, of: session) { [weak self, weak task] announced in
      transfer.didOverrun(announced: announced)
      if let task { self?.stop(task) }
    }
    entries.withLock { $0[number] = Entry(transfer: transfer, watch: watch, follow: follow) }
    task.resume()
    watch.start()
  }
  #endif

  /// Cancels a task, if it has not ended.
  ///
  /// That happens a moment later and elsewhere: it waits for the session, and on Linux a session
  /// that is being flooded may keep it waiting for as long as the flood lasts.
  func stop(_ task: URLSessionTask) {
    let number = task.taskIdentifier
    let isFirst = entries.withLock { entries in
      // On Linux one that has run out of time traps if it is cancelled; it ends by itself.
      guard task.error == nil else { return false }
      defer { entries[number]?.isStopped = true }
      return entries[number]?.isStopped == false
    }
    if isFirst { DispatchQueue(label: "stopping a transfer").async { task.cancel() } }
  }

  private func transfer(of task: URLSessionTask) -> (any TransferEvents)? {
    let number = task.taskIdentifier
    return entries.withLock { $0[number]?.transfer }
  }

  #if canImport(Darwin)
  /// Follows every redirection, up to the limit of the session, if the transfer wants that.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let number = task.taskIdentifier
    let entry = entries.withLock { $0[number] }
    let goesOn = entry.map { !$0.isStopped && $0.transfer.followsRedirects } ?? false
    completionHandler(goesOn ? request.redirected(by: response) : nil)
  }
  #else
  private func watch(of task: URLSessionTask) -> HeadWatch? {
    let number = task.taskIdentifier
    return entries.withLock { $0[number]?.watch }
  }

  /// Leaves the task, and follows the redirection with another one if the transfer wants that.
  ///
  /// On Linux a session traps if it is told how to go on when its task was cancelled or has run out
  /// of time meanwhile, which a server can bring about. So it is not told at all.
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
      entries[number]?.isLeft = entry.transfer.followsRedirects
      return entry
    }
    guard let left else { return }
    left.watch.didReceive(response)
    stop(task)
    if left.transfer.followsRedirects {
      left.follow(request.redirected(by: response))
    } else if left.transfer.didReceive(response) {
      left.transfer.didComplete(response, nil)
    }
  }

  /// Ends a transfer whose server asks for credentials, of which there are none.
  ///
  /// On Linux a session waits for ever if it is told to do what it does by default. What the server
  /// sent has been handed over before it asks.
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
    #if !canImport(Darwin)
    watch(of: dataTask)?.didReceive(response)
    #endif
    let goesOn = transfer(of: dataTask)?.didReceive(response) ?? false
    completionHandler(.allow)
    if !goesOn { stop(dataTask) }
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
    #if !canImport(Darwin)
    watch(of: task)?.didSend()
    #endif
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
      // On Linux a session forgets a task when this method returns, and traps if what the task does
      // to be cancelled comes later. The first call makes sure that this is under way; the second
      // has nothing to do but to wait for it.
      task.cancel()
      task.cancel()
    }
    if entry.isLeft { return }
    #endif
    entry.transfer.didComplete(task.response, error)
  }
}

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
    var isStopped = false
  }

  private let entries = Locked<[Int: Entry]>([:])

  /// Starts a task for a transfer.
  func start(_ task: URLSessionTask, for transfer: any TransferEvents) {
    let number = task.taskIdentifier
    entries.withLock { $0[number] = Entry(transfer: transfer) }
    task.resume()
  }

  /// Cancels a task, if it has not ended.
  ///
  /// That happens a moment later and elsewhere: it waits for the session, and on Linux a session that is being
  /// flooded may keep it waiting for as long as the flood lasts.
  func stop(_ task: URLSessionTask) {
    let number = task.taskIdentifier
    let isFirst = entries.withLock { entries in
      defer { entries[number]?.isStopped = true }
      return entries[number]?.isStopped == false
    }
    if isFirst { DispatchQueue(label: "stopping a transfer").async { task.cancel() } }
  }

  private func transfer(of task: URLSessionTask) -> (any TransferEvents)? {
    let number = task.taskIdentifier
    return entries.withLock { $0[number]?.transfer }
  }

  /// Follows every redirection, up to the limit of the session, if the transfer wants that.
  ///
  /// On Linux a session traps if it is told how to go on after its task was cancelled, or ran out of time. So
  /// tasks that are stopped are told nothing, the lock keeps the telling ahead of the stopping, and a transfer
  /// that stays where it is ends here.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    #if !canImport(Darwin)
    if let transfer = transfer(of: task), !transfer.followsRedirects {
      if transfer.didReceive(response) { transfer.didComplete(response, nil) }
      return stop(task)
    }
    #endif
    let number = task.taskIdentifier
    let next = request.redirected(by: response)
    let isStopped = entries.withLock { entries in
      guard let entry = entries[number], !entry.isStopped else { return true }
      completionHandler(entry.transfer.followsRedirects ? next : nil)
      return false
    }
    #if canImport(Darwin)
    if isStopped { completionHandler(nil) }
    #else
    _ = isStopped
    #endif
  }

  #if !canImport(Darwin)
  /// Ends a transfer whose server asks for credentials, of which there are none.
  ///
  /// On Linux a session waits for ever if it is told to do what it does by default. What the server sent has
  /// been handed over before it asks.
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
      // On Linux a session forgets a task when this method returns, and traps if what the task does to be
      // cancelled comes later. The first call makes sure that this is under way; the second has nothing to
      // do but to wait for it.
      task.cancel()
      task.cancel()
    }
    #endif
    entry.transfer.didComplete(task.response, error)
  }
}

internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What a transfer hears of its task, on the session's delegate queue, which is serial.
protocol TransferEvents: Sendable {
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
  func didComplete(_ error: (any Error)?)
}

/// Hands the events of a session's tasks to their transfers.
final class TransferDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let transfers = Locked<[Int: any TransferEvents]>([:])

  func add(_ transfer: any TransferEvents, for task: URLSessionTask) {
    let number = task.taskIdentifier
    transfers.withLock { $0[number] = transfer }
  }

  private func transfer(of task: URLSessionTask) -> (any TransferEvents)? {
    let number = task.taskIdentifier
    return transfers.withLock { $0[number] }
  }

  /// Stops a task, from elsewhere: a task that is cancelled by its own delegate may wait for itself.
  private func stop(_ task: URLSessionTask) {
    DispatchQueue.global().async { task.cancel() }
  }

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
    transfers.withLock { $0.removeValue(forKey: number) }?.didComplete(error)
  }
}

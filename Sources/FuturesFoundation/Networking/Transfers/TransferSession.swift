internal import Futures

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Makes transfers that tell how far they have come and keep to limits.
///
/// ```swift
/// let session = TransferSession(configuration: .ephemeral)
/// let page = session.data(for: request, options: TransferOptions(maximumBody: 1_000_000)) { progress in
///   print(progress.received)
/// }
/// ```
///
/// The `future…` methods of `URLSession` hand over what the session gives them. These do more:
///
/// - They report bytes as they are sent and received.
/// - A status of 400 or more is an ``HTTPStatusError`` with a bounded body, unless
///   ``TransferOptions/failsOnErrorStatus`` is off.
/// - A body that ends too early is a ``TransferError``, also where the session overlooks it.
/// - A body that is too long is given up as soon as that is known.
///
/// All that needs a delegate, and on Linux `URLSession` leaves the delegates of single tasks alone (a task
/// that has one never ends). So this is an object with a session of its own. It closes that session when it
/// is released; transfers that are under way go on to their end.
///
/// - Note: On Linux `URLSession` has no limit for the time of a whole transfer: put a `timeout` around the
///   future, which stops the transfer if it is cancelled. The limit for the time between two bytes,
///   `timeoutIntervalForRequest`, works everywhere. There is no cache on Linux either: with one, a task
///   that is cancelled right after its start could trap.
public final class TransferSession: Sendable {
  /// A session with the default configuration, for all who need nothing special.
  public static let shared = TransferSession()

  private let session: URLSession
  private let delegate = TransferDelegate()

  /// Makes a session.
  ///
  /// - Parameter configuration: Its configuration, which is copied. Use that of a `URLSession` of yours to
  ///   get its cookies, credentials and time limits.
  public init(configuration: URLSessionConfiguration = .default) {
    #if canImport(FoundationNetworking)
    // While a task looks into the cache its cancelling is put off, and may come when the task has ended
    // and is forgotten, which is a trap.
    let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
    configuration.urlCache = nil
    #endif
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Starts a transfer.
  ///
  /// - Parameters:
  ///   - sink: What becomes of the body.
  ///   - request: What is asked for.
  ///   - options: The limits.
  ///   - token: Once cancelled, the transfer is.
  ///   - progress: Called as bytes come and go.
  ///   - fileID: Where the future is made.
  ///   - line: Where the future is made.
  ///   - makeTask: Makes the task of the session.
  /// - Returns: A future of the sink's output and the response.
  func transfer<Output>(
    into sink: any TransferSink<Output>,
    for request: URLRequest,
    options: TransferOptions,
    cancellation token: CancellationToken,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    _ fileID: StaticString,
    _ line: UInt,
    _ makeTask: (URLSession) -> URLSessionTask
  ) -> Future<(Output, URLResponse), any Error> {
    adapt(cancellation: token, fileID, line) { promise in
      let task = makeTask(session)
      let transfer = Transfer(
        of: request,
        into: sink,
        options: options,
        progress: progress,
        promise: promise
      )
      delegate.add(transfer, for: task)
      task.resume()
      return { [delegate] in delegate.stop(task) }
    }
  }
}

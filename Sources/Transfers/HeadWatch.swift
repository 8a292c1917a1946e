internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking

/// Notices when a server sends much that the session keeps to itself.
///
/// On Linux a session collects the body of a redirect, whatever its length, and calls its delegate
/// only when all of it is there. It also copies what it has for every piece that comes, so that the
/// time this takes grows with the square of the length; soon it cannot keep up with the server, and
/// then does not come to cancel the task. So a redirect has to be noticed early. What a session
/// shows of it is the length that the server announces, from the first line of the header on. If
/// that is long, or unknown, then what has begun and was not handed over a moment later is the body
/// of a redirect, or a header that does not end.
final class HeadWatch: Sendable {
  private enum Stage {
    /// Nothing was handed over.
    case waiting
    /// The first header has begun.
    case begun(ContinuousClock.Instant)
    /// After an interim response: when the next header begins cannot be seen.
    case waitingAgain(ContinuousClock.Instant)
    /// The response was handed over.
    case over
  }

  /// How long a body may be that is not handed over, in bytes.
  private static let longestBody: Int64 = 65_536

  /// How long a header may take from its beginning to its end, in seconds.
  private static let longestHead = 1.0

  /// How often to look.
  private static let interval = DispatchTimeInterval.milliseconds(250)

  private let task: URLSessionTask
  private let delegateQueue: OperationQueue
  /// How long the session waits for a byte, in seconds.
  private let idleTime: Double
  private let overrun: @Sendable (Int64?) -> Void
  private let stage = Locked(Stage.waiting)

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - session: Its session.
  ///   - overrun: Called on the delegate queue of the session, at most once, with the length of the
  ///     body if the server has told it.
  init(
    _ task: URLSessionTask,
    of session: URLSession,
    overrun: @escaping @Sendable (Int64?) -> Void
  ) {
    self.task = task
    self.overrun = overrun
    delegateQueue = session.delegateQueue
    idleTime = max(
      task.originalRequest?.timeoutInterval ?? 0,
      session.configuration.timeoutIntervalForRequest
    )
  }

  /// Starts to look, until the response is there or nobody holds the watch any more.
  func start() {
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { [weak self] in
      self?.look()
    }
  }

  /// A response was handed over; one with a status below 200 is not the last.
  func didReceive(_ response: URLResponse) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    if status < 200 { awaitNext() } else { stage.withLock { $0 = .over } }
  }

  private func awaitNext() { stage.withLock { $0 = .waitingAgain(.now) } }

  /// A part of the request's body was sent, so that a header that has begun was an interim one.
  func didSend() {
    stage.withLock { stage in
      switch stage {
      case .begun, .waitingAgain: stage = .waitingAgain(.now)
      case .waiting, .over: break
      }
    }
  }

  private func look() {
    let length = task.countOfBytesExpectedToReceive
    let isLate = stage.withLock { stage -> Bool? in
      if case .waiting = stage, length != 0 { stage = .begun(.now) }
      if case .over = stage { return nil }
      return hasOverrun(stage, length)
    }
    switch isLate {
    case nil: return
    case false?: start()
    // What was handed over before is in that queue.
    case true?: delegateQueue.addOperation { [weak self] in self?.end() }
    }
  }

  private func end() {
    let length = task.countOfBytesExpectedToReceive
    let isLate = stage.withLock { stage in
      let isLate = hasOverrun(stage, length)
      if isLate { stage = .over }
      return isLate
    }
    if isLate { overrun(length > 0 ? length : nil) } else { start() }
  }

  private func hasOverrun(_ stage: Stage, _ length: Int64) -> Bool {
    switch stage {
    case .waiting, .over: false
    case .begun(let beginning):
      !(1...Self.longestBody).contains(length) && Self.seconds(since: beginning) > Self.longestHead
    case .waitingAgain(let beginning):
      Self.seconds(since: beginning) > idleTime + Self.longestHead
    }
  }

  private static func seconds(since instant: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - instant) / .seconds(1)
  }
}
#endif

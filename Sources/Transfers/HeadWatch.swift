internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking

/// A watch that detects when a server sends more than the session delivers.
///
/// On Linux a session collects the body of a redirect, of any length, and calls its delegate only
/// when the body is complete. For every piece it also copies what it has, so the time grows with
/// the square of the length: the session soon falls behind the server and never reaches the point
/// where it cancels the task. A redirect must therefore be detected early. The session exposes one
/// property of it, the announced length, from the first line of the header on. If that length is
/// large or unknown, a response that has begun and was not delivered a moment later is the body of
/// a redirect, or a header that does not end.
final class HeadWatch: Sendable {
  private enum Stage {
    /// Nothing was delivered.
    case waiting
    /// The first header has begun.
    case begun(Duration)
    /// After an interim response, when the beginning of the next header cannot be observed.
    case waitingAgain(Duration)
    /// The response was delivered.
    case over
  }

  /// The longest body that may remain undelivered, in bytes.
  private static let longestBody: Int64 = 65_536

  /// The longest time from the beginning of a header to its end.
  private static let longestHead = Duration.seconds(1)

  /// The time between two checks.
  private static let interval = Duration.milliseconds(250)

  private let task: URLSessionTask
  private let delegateQueue: OperationQueue
  /// The time that the session waits for a byte.
  private let idleTime: Duration
  private let clock: any Clock<Duration>
  private let time: Stopwatch
  private let overrun: @Sendable (Int64?) -> Void
  private let stage = Locked(Stage.waiting)

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - session: The session of the task.
  ///   - clock: The clock that measures the time of a header.
  ///   - overrun: Called on the delegate queue of the session, at most once, with the length of the
  ///     body if the server has announced it.
  init(
    _ task: URLSessionTask,
    of session: URLSession,
    clock: any Clock<Duration>,
    overrun: @escaping @Sendable (Int64?) -> Void
  ) {
    self.task = task
    self.overrun = overrun
    self.clock = clock
    time = Stopwatch(clock)
    delegateQueue = session.delegateQueue
    let seconds = max(
      task.originalRequest?.timeoutInterval ?? 0,
      session.configuration.timeoutIntervalForRequest
    )
    idleTime = .seconds(seconds)
  }

  /// Starts the checks, which end with the response or when the watch is released.
  func start() {
    let pause = Future<Void, any Error>().delay(Self.interval, clock: clock, cancellation: .never)
    pause.on(.global()).onComplete { [weak self] _ in self?.look() }
  }

  /// Records a response that was delivered; one with a status below 200 is not the last.
  func didReceive(_ response: URLResponse) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    if status < 200 { awaitNext() } else { stage.withLock { $0 = .over } }
  }

  private func awaitNext() {
    let now = time.now()
    stage.withLock { $0 = .waitingAgain(now) }
  }

  /// Records that a part of the request's body was sent, so a header that has begun belongs to an
  /// interim response.
  func didSend() {
    let now = time.now()
    stage.withLock { stage in
      switch stage {
      case .begun, .waitingAgain: stage = .waitingAgain(now)
      case .waiting, .over: break
      }
    }
  }

  private func look() {
    let length = task.countOfBytesExpectedToReceive
    let now = time.now()
    let isLate = stage.withLock { stage -> Bool? in
      if case .waiting = stage, length != 0 { stage = .begun(now) }
      if case .over = stage { return nil }
      return hasOverrun(stage, length)
    }
    switch isLate {
    case nil: return
    case false?: start()
    // Runs after everything that was delivered earlier, which is in the same queue.
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
      !(1...Self.longestBody).contains(length) && time.now() - beginning > Self.longestHead
    case .waitingAgain(let beginning):
      time.now() - beginning > idleTime + Self.longestHead
    }
  }
}
#endif

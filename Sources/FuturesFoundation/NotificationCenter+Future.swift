public import Foundation
public import Futures

extension NotificationCenter {
  /// Returns a future of a value extracted from a notification.
  ///
  /// ```swift
  /// let center = NotificationCenter.default
  /// let level = center.futureNotification(named: .levelDidChange) {
  ///   $0.userInfo?["level"] as? Int
  /// }
  /// ```
  ///
  /// A `Notification` can contain anything, so it cannot move from one thread to another; the
  /// result of `extract` can. The center retains the observer until the future settles or is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The sender to accept, compared by identity; `nil` for any. It is not retained.
  ///   - token: Cancels the future and removes the observer. By default, the token of the current
  ///     scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  ///   - extract: Called inline on the posting thread for each notification until one is accepted;
  ///     concurrently, if several are posted at once. It returns the value, or `nil` to wait for
  ///     the next notification. An error that it throws fails the future.
  /// - Returns: A future of the first result of `extract` that is not `nil`.
  public func futureNotification<Value: Sendable>(
    named name: Notification.Name,
    object: AnyObject? = nil,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ extract: @escaping @Sendable (_ notification: Notification) throws -> Value?
  ) -> Future<Value, any Error> {
    let sender = object.map { ObjectIdentifier($0) }
    return .adapted(cancellation: token, fileID, line) { promise in
      let observation = NotificationObservation(in: self)
      observation.begin(named: name) { notification in
        if let sender, !notification.isFrom(sender) { return }
        do {
          guard let value = try extract(notification) else { return }
          if observation.end() { promise.succeed(value) }
        } catch {
          if observation.end() { promise.fail(error) }
        }
      }
      return { observation.end() }
    }
  }

  /// Returns a future that succeeds when a notification is posted.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The sender to accept, compared by identity; `nil` for any. It is not retained.
  ///   - token: Cancels the future and removes the observer. By default, the token of the current
  ///     scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  /// - Returns: A future that succeeds on the thread that posts the notification.
  public func futureNotification(
    named name: Notification.Name,
    object: AnyObject? = nil,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<Void, any Error> {
    futureNotification(
      named: name,
      object: object,
      cancellation: token,
      fileID: fileID,
      line: line
    ) { _ in () }
  }
}

extension Notification {
  fileprivate func isFrom(_ sender: ObjectIdentifier) -> Bool {
    guard let object else { return false }
    return ObjectIdentifier(object as AnyObject) == sender
  }
}

/// An observer of a notification center that can be removed once, even before `addObserver`
/// returns.
///
/// The center retains the observer. This object does not retain the center: a center that is
/// released removes its observers.
private final class NotificationObservation: Sendable {
  private enum State {
    case beginning
    case observing(Observer)
    case ended
  }

  private weak let center: NotificationCenter?
  private let state = Locked(State.beginning)

  init(in center: NotificationCenter) { self.center = center }

  func begin(
    named name: Notification.Name,
    _ body: @escaping @Sendable (Notification) -> Void
  ) {
    guard let center else { return }
    let observer = Observer(
      center.addObserver(forName: name, object: nil, queue: nil, using: body)
    )
    let hasEnded = state.withLock { state in
      if case .ended = state { return true }
      state = .observing(observer)
      return false
    }
    if hasEnded { observer.remove(from: center) }
  }

  /// Removes the observer.
  ///
  /// - Returns: Whether this call removed it.
  @discardableResult
  func end() -> Bool {
    let old = state.withLock { state in
      defer { state = .ended }
      return state
    }
    switch old {
    case .beginning: return true
    case .observing(let observer):
      if let center { observer.remove(from: center) }
      return true
    case .ended: return false
    }
  }
}

/// The token of an observer, which moves between threads.
private final class Observer: Sendable {
  private struct Token {
    #if canImport(Darwin)
    // The center retains the token until it is removed, and the token may retain the block: a
    // strong reference here would be a cycle.
    weak var object: (any NSObjectProtocol)?
    #else
    var object: (any NSObjectProtocol)?
    #endif
  }

  private let token: Locked<Token>

  init(_ token: sending any NSObjectProtocol) { self.token = Locked(Token(object: token)) }

  func remove(from center: NotificationCenter) {
    token.withLock { token in
      if let object = token.object { center.removeObserver(object) }
    }
  }
}

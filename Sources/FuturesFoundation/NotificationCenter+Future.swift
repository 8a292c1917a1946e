public import Foundation
public import Futures

extension NotificationCenter {
  /// Waits for a notification and takes what is needed out of it.
  ///
  /// ```swift
  /// let level = NotificationCenter.default.firstNotification(named: .levelDidChange) {
  ///   $0.userInfo?["level"] as? Int
  /// }
  /// ```
  ///
  /// A `Notification` may hold anything and so cannot be handed from one thread to another; what
  /// `extract` makes of it can. The observer is removed as soon as the future settles or is
  /// cancelled; before that, the center keeps it.
  ///
  /// - Parameters:
  ///   - name: The notification to wait for.
  ///   - object: Takes only notifications of this sender, compared by identity; `nil` for any. It
  ///     is not kept alive.
  ///   - token: Once cancelled, the future is cancelled and the observer removed.
  ///     By default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  ///   - extract: Called inline on the thread that posts, for each notification until one is taken;
  ///     for several at once, if they are posted at once. It returns the future's value, or `nil`
  ///     to wait for the next notification. What it throws fails the future.
  /// - Returns: A future of what `extract` returned first.
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

  /// Waits for a notification.
  ///
  /// - Parameters:
  ///   - name: The notification to wait for.
  ///   - object: Takes only notifications of this sender, compared by identity; `nil` for any. It
  ///     is not kept alive.
  ///   - token: Once cancelled, the future is cancelled and the observer removed.
  ///     By default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
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

/// An observer of a notification center that can be removed once, also before `addObserver`
/// returned.
///
/// The center holds the observer, and this does not hold the center: one that goes away takes its
/// observers with it.
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
  /// - Returns: Whether this call did it.
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

/// What a notification center gave out for an observer; on its way between threads.
private final class Observer: Sendable {
  private struct Token {
    #if canImport(Darwin)
    // The center holds it until it is removed, and it may hold the block: holding it here would be
    // a cycle.
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

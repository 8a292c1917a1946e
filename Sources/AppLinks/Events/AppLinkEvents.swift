import Futures

/// Delivers events about links to observers and streams.
///
/// ```swift
/// let events = AppLinkEvents()
/// let receiver = AppLinkReceiver(events: events)
/// let navigator = AppLinkNavigator(opener: opener, events: events)
///
/// for await event in events.stream() {
///   analytics.log(event.name.rawValue, event.arguments)
/// }
/// ```
///
/// Secrets are removed before an event is delivered. All observers and streams receive all events
/// in the same order. An event that is reported during a delivery, by an observer or on another
/// thread, is delivered after the current one.
public final class AppLinkEvents: Sendable {
  /// An observer.
  ///
  /// The struct prevents the closures from being wrapped again at each access.
  private struct Observer {
    let handle: @Sendable (AppLinkEvent) -> Void
    let end: @Sendable () -> Void
  }

  private struct State {
    var observers: [(id: Int, observer: Observer)] = []
    var nextID = 0
    var waiting: [AppLinkEvent] = []
    var isDelivering = false
  }

  private let redaction: AppLinkRedaction
  private let state = Locked(State())

  /// Creates an event hub without observers.
  ///
  /// - Parameter redaction: The redaction that removes secrets from events.
  public init(redaction: AppLinkRedaction = .standard) { self.redaction = redaction }

  deinit {
    let observers = state.withLock { $0.observers.map(\.observer) }
    for observer in observers { observer.end() }
  }

  /// Reports an event.
  ///
  /// Observers are called inline, before this method returns, unless another event is being
  /// delivered. In that case the thread that delivers it also delivers this one.
  ///
  /// - Parameter event: The event, including its secrets.
  public func report(_ event: AppLinkEvent) {
    let event = redaction.redacted(event)
    let isFirst = state.withLock { state in
      state.waiting.append(event)
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    if isFirst { deliver() }
  }

  /// Calls a closure for each event reported after this call.
  ///
  /// - Parameter handler: A closure that is called with one event at a time: on the actor of the
  ///   code that passes it, or inline on the thread that reports the event if that code is
  ///   nonisolated. No lock is held. The handler is retained until the observation is cancelled or
  ///   this object is deallocated.
  /// - Returns: The observation. Cancel it to stop observing; discarding it has no effect.
  @discardableResult
  public func observe(
    @_inheritActorContext _ handler: @escaping @Sendable @isolated(any) (AppLinkEvent) -> Void
  ) -> AppLinkObservation {
    observe(inPlace(handler), end: {})
  }

  func observe(
    _ handler: @escaping @Sendable (AppLinkEvent) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> AppLinkObservation {
    let id = state.withLock { state in
      state.nextID += 1
      state.observers.append((state.nextID, Observer(handle: handler, end: end)))
      return state.nextID
    }
    return AppLinkObservation { [weak self] in self?.remove(id) }
  }

  private func remove(_ id: Int) {
    let removed: Observer? = state.withLock { state in
      guard let index = state.observers.firstIndex(where: { $0.id == id }) else { return nil }
      return state.observers.remove(at: index).observer
    }
    removed?.end()
  }

  /// Delivers waiting events until there are none.
  private func deliver() {
    while true {
      let events = state.withLock { state in
        defer { state.waiting = [] }
        state.isDelivering = !state.waiting.isEmpty
        return state.waiting
      }
      if events.isEmpty { return }
      for event in events { deliver(event) }
    }
  }

  private func deliver(_ event: AppLinkEvent) {
    let observers = state.withLock { $0.observers.map(\.id) }
    for id in observers { observer(id)?.handle(event) }
  }

  /// Returns an observer, or `nil` if it was removed.
  private func observer(_ id: Int) -> Observer? {
    state.withLock { state in state.observers.first { $0.id == id }?.observer }
  }
}

/// An observation of events that you can cancel.
public struct AppLinkObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the observation.
  ///
  /// This method does not wait for a call that is running on another thread.
  public func cancel() { end() }
}

extension AppLinkEvents {
  /// Returns a sequence of the events reported after this call.
  ///
  /// Each call returns an independent sequence with all events, so any number of readers is
  /// possible. Unread events are buffered; when the buffer is full, the oldest event is dropped.
  /// The sequence ends when the reading task is cancelled or this object is deallocated.
  ///
  /// - Parameter limit: The number of unread events to buffer, at least 1.
  /// - Returns: A sequence for one reader.
  public func stream(keeping limit: Int = 1024) -> AsyncStream<AppLinkEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: AppLinkEvent.self,
      bufferingPolicy: .bufferingNewest(max(1, limit))
    )
    let observation = observe({ continuation.yield($0) }, end: { continuation.finish() })
    continuation.onTermination = { _ in observation.cancel() }
    return stream
  }
}

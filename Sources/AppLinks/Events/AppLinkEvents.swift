import Futures

/// Where events are reported, and from where they go to all who want to hear of them.
///
/// ```swift
/// let events = AppLinkEvents()
/// let receiver = AppLinkReceiver(events: events)
/// let navigator = AppLinkNavigator(opener: opener, events: events)
///
/// for await event in events.stream() { analytics.log(event.name.rawValue, event.arguments) }
/// ```
///
/// Secrets are taken out before an event reaches anybody. All observers and streams see all events
/// in the same order. An event that an observer reports, or another thread at the same time, comes
/// after the one that is being delivered.
public final class AppLinkEvents: Sendable {
  /// An observer; a closure of its own in a container would be wrapped again at each access.
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

  /// Makes a place to report events.
  ///
  /// - Parameter redaction: What takes secrets out of events.
  public init(redaction: AppLinkRedaction = .standard) { self.redaction = redaction }

  deinit {
    let observers = state.withLock { $0.observers.map(\.observer) }
    for observer in observers { observer.end() }
  }

  /// Reports an event.
  ///
  /// Observers are called inline, before this returns, unless an event is being delivered already:
  /// then the thread that does so goes on with this one.
  ///
  /// - Parameter event: The event, with its secrets.
  public func report(_ event: AppLinkEvent) {
    let event = redaction.redacted(event)
    let isFirst = state.withLock { state in
      state.waiting.append(event)
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    if isFirst { deliver() }
  }

  /// Calls a closure for each event from now on.
  ///
  /// - Parameter handler: Called for one event at a time, where it is written: on the actor of the
  ///   code that passes it, or inline on the thread that reports the event if that code is
  ///   nonisolated. No lock is held. The handler is retained until the observation is cancelled, or
  ///   until this object is deallocated.
  /// - Returns: The observation, which you cancel to end it. Dropping it changes nothing.
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

  /// Delivers what waits, until nothing does.
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

  /// An observer, unless it has been removed meanwhile.
  private func observer(_ id: Int) -> Observer? {
    state.withLock { state in state.observers.first { $0.id == id }?.observer }
  }
}

/// Ends the observation of events when it is told to.
public struct AppLinkObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the observation.
  ///
  /// A call that is under way on another thread is not waited for.
  public func cancel() { end() }
}

extension AppLinkEvents {
  /// The events from now on, as a sequence.
  ///
  /// Each call makes a sequence of its own with all events, so there can be any number of readers.
  /// Events that nobody has read yet are kept; when there are too many, the oldest is dropped. The
  /// sequence ends when the reading task is cancelled, or when this object goes away.
  ///
  /// - Parameter limit: How many unread events to keep, at least 1.
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

extension AppLinkEvents {
  /// The events from now on, as a sequence.
  ///
  /// Each call makes a sequence of its own with all events, so there can be any number of readers. Events that
  /// nobody has read yet are kept; when there are too many, the oldest is dropped. The sequence ends when
  /// the reading task is cancelled, or when this object goes away.
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

public import Foundation

extension Notification.Name {
  /// The notification in which Bolts reports events of App Links.
  ///
  /// The user info has ``AppLinkEvents/eventNameKey`` and ``AppLinkEvents/eventArgumentsKey``.
  public static let appLinkMeasurementEvent = Notification.Name("com.parse.bolts.measurement_event")
}

extension AppLinkEvents {
  /// The key of the event's name, a `String`, in the user info.
  public static let eventNameKey = "event_name"

  /// The key of the event's arguments, a `[String: String]`, in the user info.
  public static let eventArgumentsKey = "event_args"

  /// Posts each event as a notification too, as Bolts did, for code that listens to those.
  ///
  /// - Parameter center: Where to post, inline on the thread that reports the event. It is kept
  ///   alive.
  /// - Returns: What ends it.
  @discardableResult
  public func post(to center: NotificationCenter = .default) -> AppLinkObservation {
    observe { event in
      center.post(
        name: .appLinkMeasurementEvent,
        object: nil,
        userInfo: [
          AppLinkEvents.eventNameKey: event.name.rawValue,
          AppLinkEvents.eventArgumentsKey: event.arguments,
        ]
      )
    }
  }
}

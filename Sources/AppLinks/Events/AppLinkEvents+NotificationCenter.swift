public import Foundation

extension Notification.Name {
  /// The notification that carries App Links events, as in Bolts.
  ///
  /// The user info contains ``AppLinkEvents/eventNameKey`` and ``AppLinkEvents/eventArgumentsKey``.
  public static let appLinkMeasurementEvent = Notification.Name("com.parse.bolts.measurement_event")
}

extension AppLinkEvents {
  /// The user info key of the event's name, a `String`.
  public static let eventNameKey = "event_name"

  /// The user info key of the event's arguments, a `[String: String]`.
  public static let eventArgumentsKey = "event_args"

  /// Also posts each event as a notification, as Bolts does.
  ///
  /// - Parameter center: The center to post to. It is retained, and posts inline on the thread that
  ///   reports the event.
  /// - Returns: The observation. Cancel it to stop posting.
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

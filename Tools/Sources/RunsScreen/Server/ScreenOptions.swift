/// What a screen shows and allows.
package struct ScreenOptions: Sendable {
  /// The name of the store, without secrets.
  package var store: String
  /// The file of the store; `nil` for a store elsewhere.
  package var file: StoreFile?
  /// The secret that the first request names; `nil` if everyone on this computer may look.
  package var token: String?
  /// Whether there are no actions.
  package var isReadOnly: Bool
  /// The time between looks at the store while pages are open.
  package var interval: Duration
  /// The maximum number of pages that are told what has changed.
  package var maximumPages: Int
  /// The clock for the pauses between looks.
  package var clock: any Clock<Duration>

  /// Creates options.
  package init(
    store: String,
    file: StoreFile? = nil,
    token: String? = Secret.random(),
    isReadOnly: Bool = false,
    interval: Duration = .seconds(1),
    maximumPages: Int = 32,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.store = store
    self.file = file
    self.token = token
    self.isReadOnly = isReadOnly
    self.interval = interval
    self.maximumPages = maximumPages
    self.clock = clock
  }
}

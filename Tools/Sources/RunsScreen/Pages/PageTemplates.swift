import Mustache

/// The templates of the pages.
///
/// Values in them are escaped, so that names and payloads stay text.
struct PageTemplates: Sendable {
  private let library: MustacheLibrary

  /// Reads the templates, which are part of the program.
  ///
  /// - Throws: What the parser throws.
  init() throws {
    MustacheContentTypes.register(EscapedText(), named: EscapedText.name)
    var library = MustacheLibrary()
    for (name, bytes) in [
      ("layout", PackageResources.layout_mustache), ("list", PackageResources.list_mustache),
      ("filters", PackageResources.filters_mustache), ("run", PackageResources.run_mustache),
      ("queues", PackageResources.queues_mustache),
      ("schedules", PackageResources.schedules_mustache),
      ("action", PackageResources.action_mustache),
    ] {
      try library.register(String(decoding: bytes, as: UTF8.self), named: name)
    }
    self.library = library
  }

  /// Returns a part of a page.
  func part(_ name: String, _ values: Any) -> String {
    library.render(values, withTemplate: name) ?? ""
  }

  private struct Frame {
    let title: String
    let store: String
    let isReadOnly: Bool
    let isRuns: Bool
    let isQueues: Bool
    let isSchedules: Bool
    let notice: String?
    let find: String?
    let before: String
    let hasLive: Bool
    let live: String
    let seen: String
  }

  /// Returns a whole page.
  func page(_ content: Content, _ options: ScreenOptions) -> String {
    part(
      "layout",
      Frame(
        title: content.title,
        store: options.store,
        isReadOnly: options.isReadOnly,
        isRuns: content.place == .runs,
        isQueues: content.place == .queues,
        isSchedules: content.place == .schedules,
        notice: content.notice,
        find: content.find,
        before: content.before,
        hasLive: content.live != nil,
        live: content.live ?? "",
        seen: content.seen
      )
    )
  }
}

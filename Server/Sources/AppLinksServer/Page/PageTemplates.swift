import Mustache

/// The templates of the pages.
struct PageTemplates: Sendable {
  private let library: MustacheLibrary

  /// Reads the templates, which are part of the program.
  ///
  /// - Throws: What the parser throws.
  init() throws {
    MustacheContentTypes.register(PageText(), named: "PAGE")
    var library = MustacheLibrary()
    for (name, bytes) in [
      ("layout", PackageResources.layout_mustache), ("start", PackageResources.start_mustache),
      ("page", PackageResources.page_mustache), ("again", PackageResources.again_mustache),
      ("findings", PackageResources.findings_mustache),
      ("problem", PackageResources.problem_mustache),
      ("problems", PackageResources.problems_mustache),
    ] {
      try library.register(String(decoding: bytes, as: UTF8.self), named: name)
    }
    self.library = library
  }

  /// Returns a page.
  func page(_ name: String, _ values: Any) -> String {
    library.render(values, withTemplate: name) ?? ""
  }
}

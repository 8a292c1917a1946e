import Foundation
import Workflows

/// A file that takes a trace, in the format that its name ends with.
package struct TraceFile: Sendable {
  /// The formats.
  package enum Format: String, CaseIterable, Sendable {
    /// Trace events, for the viewers built into browsers and the like.
    case json
    /// A Mermaid diagram.
    case mmd
    /// A picture.
    case svg
  }

  private let url: URL
  private let format: Format

  /// Creates a file; `nil` if its name has no known extension.
  package init?(path: String) {
    url = URL(fileURLWithPath: path)
    guard let format = Format(rawValue: url.pathExtension.lowercased()) else { return nil }
    self.format = format
  }

  /// Writes what has been recorded so far.
  package func write(_ trace: Trace) async throws {
    let text =
      switch format {
      case .json: trace.chromeTraceEvents()
      case .mmd: trace.mermaidGantt(title: "weather")
      case .svg: trace.svg(title: "weather")
      }
    let save = Workflow("save trace") { SaveFile(url) }
    _ = try await save.start(Data(text.utf8)).value
  }
}

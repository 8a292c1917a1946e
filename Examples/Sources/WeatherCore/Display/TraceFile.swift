import Foundation
import Workflows

/// A file for a trace, in the format of its extension.
package struct TraceFile: Sendable {
  /// The formats.
  package enum Format: String, CaseIterable, Sendable {
    /// Trace events, for viewers such as those built into browsers.
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

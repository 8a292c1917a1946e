import Foundation
import Futures

/// One picture of the documentation: what a verb does in an example.
struct Diagram {
  let name: String
  let title: String
  let seconds: Double
  let play: @Sendable (Stage) -> Void

  /// Returns the picture in both themes, with the names of the files.
  func pictures(_ source: Source) -> [(file: String, svg: String)] {
    let stage = Stage(source)
    play(stage)
    let recording = stage.play(seconds: seconds)
    return [("", Colours.light), ("~dark", Colours.dark)].map { suffix, colours in
      let drawing = Drawing(recording: recording, title: title, colours: colours)
      return ("\(name)\(suffix).svg", drawing.svg)
    }
  }
}

/// Draws the diagrams of the documentation by running the code that they show on a manual clock.
@main
enum Diagrams {
  /// The folder of the pictures.
  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../Sources/Futures/Futures.docc/Resources/Diagrams")
    .standardizedFileURL

  static func main() throws {
    let isCheck = CommandLine.arguments.dropFirst() == ["--check"]
    let groups = [
      (combining, combiningFile), (timing, timingFile), (sharing, sharingFile),
      (cancelling, cancellingFile),
    ]
    // One of the pictures shows a promise that is dropped.
    Diagnostics.setHandler(nil)
    var wrong: [String] = []
    var drawn: Set<String> = []
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (diagrams, file) in groups {
      let source = try Source(file)
      for (file, svg) in diagrams.flatMap({ $0.pictures(source) }) {
        drawn.insert(file)
        let url = folder.appending(path: file)
        if (try? String(contentsOf: url, encoding: .utf8)) == svg { continue }
        if !isCheck { try svg.write(to: url, atomically: true, encoding: .utf8) }
        wrong.append(file)
      }
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !drawn.contains(file) {
      if !isCheck { try FileManager.default.removeItem(at: folder.appending(path: file)) }
      wrong.append(file)
    }
    print(wrong.isEmpty ? "\(drawn.count) pictures show what happens" : changes(wrong, isCheck))
    if isCheck && !wrong.isEmpty { exit(1) }
  }

  private static func changes(_ files: [String], _ isCheck: Bool) -> String {
    let names = files.sorted().joined(separator: "\n  ")
    guard isCheck else { return "written or removed:\n  \(names)" }
    return """
      error: these pictures do not show what happens now:
        \(names)
      Renew them with: swift run --package-path Examples diagrams
      """
  }
}

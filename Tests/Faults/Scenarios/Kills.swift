import Foundation
import Futures
import TestSupport
import Transfers
import Workflows

extension Scenario {
  /// SIGKILL at random moments during every kind of write.
  static let kills = [Writer.save, .download, .downloadAnew, .note].map { writer in
    Scenario(name: "kill-\(writer.rawValue)", short: 20, long: 200) { trial in
      try await kill(writer, trial)
    }
  }

  /// Kills a writer again and again, and examines the folder each time.
  static func kill(_ writer: Writer, _ trial: Trial) async throws {
    let file = trial.folder.appendingPathComponent("a")
    try Content.make(0).write(to: file)
    let isCutting = Box(writer == .note)
    let server = writer.isLoading ? try VersionServer(isCutting: { isCutting.value }) : nil
    var before = 0
    var random = trial.random()
    for round in 0..<trial.rounds {
      let child = try ChildProcess(
        ["write", writer.rawValue, file.path] + (server.map { [$0.url.absoluteString] } ?? [])
      )
      child.waitForOutput()
      // Later rounds wait longer, for machines that are too busy to write at once.
      usleep(UInt32.random(in: 0..<UInt32(20_000 * (1 + round % 5)), using: &random))
      trial.expect(child.isRunning, "round \(round): the writer has failed")
      child.kill()
      if let after = Content.number(in: file) {
        trial.count(after == before ? "old" : "new")
        trial.expect(after >= before, "version \(before) was replaced with version \(after)")
        before = after
      } else {
        trial.find("round \(round): the file is torn")
        try Content.make(before).write(to: file)
      }
      let others = try names(in: trial.folder).filter { $0 != "a" }
      for name in others where !writer.mayLeave(name, besides: "a") {
        trial.find("round \(round): \(name) was left behind")
      }
      trial.count("kills within a write", others.isEmpty ? 0 : 1)
      if let server, writer != .downloadAnew, round.isMultiple(of: 2) {
        isCutting.value = false
        before = try await resume(trial, from: server, to: file)
        isCutting.value = writer == .note
      }
    }
    if let server {
      trial.count("continued", server.continued)
    } else {
      trial.expect(trial.total("new") > 0, "no write ended before its process was killed")
    }
    if writer != .plain, writer != .note {
      trial.expect(trial.total("kills within a write") > 0, "no kill was within a write")
    }
    try await tidyUp(writer, trial, file, server, isCutting)
  }

  /// Finishes the download that was interrupted, and checks every byte.
  private static func resume(
    _ trial: Trial,
    from server: VersionServer,
    to file: URL
  ) async throws -> Int {
    let version = server.version
    _ = try await DownloadFile(server.url, to: file).run((), in: StepContext())
    let number = Content.number(in: file)
    // Meanwhile the server may have sent the rest to a client that is dead.
    trial.expect(number.map { $0 >= version } ?? false, "the download has the wrong bytes")
    let others = try names(in: trial.folder).filter { $0 != "a" }
    trial.expect(others.isEmpty, "a download that succeeded left \(others)")
    return number ?? version
  }

  /// Writes once more, which takes over or removes what the last process left.
  private static func tidyUp(
    _ writer: Writer,
    _ trial: Trial,
    _ file: URL,
    _ server: VersionServer?,
    _ isCutting: Box<Bool>
  ) async throws {
    isCutting.value = false
    switch writer {
    case .save: _ = try await SaveFile(file).run(Content.make(1), in: StepContext())
    case .plain: break
    case .download, .downloadAnew, .note:
      guard let server else { return }
      _ = try await DownloadFile(server.url, to: file, resuming: writer != .downloadAnew)
        .run((), in: StepContext())
    }
    let names = try names(in: trial.folder)
    trial.expect(names == ["a"], "after \(trial.rounds) kills and a write there are \(names)")
  }
}

/// Returns the names in a folder, hidden ones included.
func names(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}

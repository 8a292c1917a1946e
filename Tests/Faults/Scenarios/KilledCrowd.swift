import Foundation
import TestSupport
import Workflows

extension Scenario {
  /// SIGKILL for processes that save the same file at the same time, and recognize by its lock what
  /// one of them has left.
  static let killedCrowd = Scenario(name: "kill-save-crowd", short: 20, long: 200) { trial in
    let file = trial.folder.appendingPathComponent("a")
    try Content.make(0).write(to: file)
    var random = trial.random()
    var writers = try (0..<4).map { _ in try startWriter(of: file) }
    for round in 0..<trial.rounds {
      let index = Int.random(in: 0..<writers.count, using: &random)
      usleep(UInt32.random(in: 0..<40_000, using: &random))
      trial.expect(writers[index].isRunning, "round \(round): a writer has failed")
      writers[index].kill()
      trial.expect(Content.number(in: file) != nil, "round \(round): the file is torn")
      writers[index] = try startWriter(of: file)
    }
    for writer in writers {
      trial.expect(writer.isRunning, "a writer has failed")
      writer.kill()
    }
    trial.expect(Content.number(in: file) ?? 0 > 0, "no write ended")
    _ = try await SaveFile(file).run(Content.make(1), in: StepContext())
    let others = try names(in: trial.folder).filter { $0 != "a" }
    trial.count("files of second writers left", others.count)
    let isExpected = others.allSatisfy { $0.hasSuffix(".saving") && $0 != ".a.saving" }
    trial.expect(isExpected && others.count <= trial.rounds + writers.count, "\(others) are left")
  }

  private static func startWriter(of file: URL) throws -> ChildProcess {
    let writer = try ChildProcess(["write", Writer.save.rawValue, file.path])
    writer.waitForOutput()
    return writer
  }
}

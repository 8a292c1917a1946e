import Foundation
import TestSupport
import Testing
import Workflows

#if os(Linux) || os(macOS)
/// Contents that differ from any mixture of two of them.
private enum Content {
  static func make(_ number: UInt8) -> Data {
    // The content is large, so that most of the time is spent writing it.
    Data(repeating: number, count: 2_000_000 + 1000 * Int(number))
  }

  /// Returns the number of a content, or `nil` if the data is none.
  static func number(of data: Data) -> UInt8? {
    guard let number = data.first, data == make(number) else { return nil }
    return number
  }
}

@Suite(.timeLimit(.minutes(10)))
struct SaveKilledTests {
  @Test func aKilledProcessLeavesTheOldOrTheNewFile() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a")
    try Content.make(0).write(to: file)
    var changes = 0
    var interrupted = 0
    for round in 0..<(StressSize.isLong ? 200 : 12) {
      let before = try #require(Content.number(of: Data(contentsOf: file)))
      let path = file.path
      // Later rounds wait longer, for machines that are too busy to save anything in 25
      // milliseconds.
      let delay = UInt32.random(in: 0..<25_000 * UInt32(1 + round % 12))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, before = before as UInt8, delay = delay as UInt32] in
        let ready = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          ready.wait()
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        let step = SaveFile(URL(fileURLWithPath: path))
        ready.signal()
        for number in 1...UInt8.max {
          _ = try await step.run(Content.make(before &+ number), in: StepContext())
        }
        // Wait for the signal.
        while true { sleep(1) }
      }
      let after = Content.number(of: try Data(contentsOf: file))
      #expect(after != nil, "the file is a mixture")
      if after != before { changes += 1 }
      let litter = try folder.names.filter { $0 != "a" }
      #expect(litter.isEmpty || litter == [".a.saving"])
      interrupted += litter.count
    }
    _ = try await SaveFile(file).run(Content.make(1), in: StepContext())
    #expect(try folder.names == ["a"])
    // The signals have arrived before, between and during saves.
    #expect(changes > 0)
    #expect(interrupted > 0)
  }
}
#endif

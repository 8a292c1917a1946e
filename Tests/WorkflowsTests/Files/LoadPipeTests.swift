import Foundation
import Futures
import FuturesFoundation
import TestSupport
import Testing
import Workflows

/// Pipes, whose readers have to wait.
@Suite(.timeLimit(.minutes(10)))
struct LoadPipeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pipe(_ name: String = "pipe") throws -> URL {
    let file = folder.file(name)
    try #require(mkfifo(file.path, 0o600) == 0)
    return file
  }

  /// Opens a pipe for writing as soon as a reader has opened it.
  private func writer(of file: URL) async throws -> FileHandle {
    try await Future(on: .queue(DispatchQueue(label: "writer"))) {
      try FileHandle(forWritingTo: file)
    }
    .value
  }

  @Test func pipesThatNoProcessWritesToStopNeitherTimeLimitsNorOtherSteps() async throws {
    let pipes = try (0..<100).map { try pipe("\($0)") }
    let load = Workflow("load") {
      ForEach { LoadFile().timeout(.milliseconds(50)).asResult() }
    }
    let results = try await load(pipes)
    #expect(results.count { $0.failure is TimeoutError } == pipes.count)
    let file = folder.file("a")
    try Data("a".utf8).write(to: file)
    #expect(try await LoadFile(file).run((), in: StepContext()) == Data("a".utf8))
  }

  @Test func pipesThatAreWaitedForStopNoOtherFile() async throws {
    let pipes = try (0..<100).map { try pipe("\($0)") }
    let waiting = Workflow { ForEach { LoadFile() } }.start(pipes)
    // Opening a pipe for writing waits for its reader.
    let writer = try await writer(of: pipes[0])
    let file = folder.file("a")
    for number in 0..<10 {
      let content = Data("\(number)".utf8)
      _ = try await SaveFile(file).run(content, in: StepContext())
      #expect(try await LoadFile(file).run((), in: StepContext()) == content)
    }
    waiting.cancel()
    await waiting.stopped()
    try writer.close()
  }

  @Test func cancellingARunThatReadsAPipeStopsTheStep() async throws {
    let file = try pipe()
    let run = Workflow { LoadFile(file) }.start()
    let writer = try await writer(of: file)
    run.cancel()
    try await Future { await run.stopped() }.timeout(.seconds(600)).value
    #expect(run.state == .cancelled)
    try writer.close()
  }

  @Test func aPipeIsReadUntilItIsClosed() async throws {
    let file = try pipe()
    let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 3) })
    for options: Data.ReadingOptions in [[], .uncached] {
      let run = Workflow { LoadFile(file, options: options) }.start()
      let writer = try await writer(of: file)
      try await onThread {
        try writer.write(contentsOf: content.prefix(10))
        try writer.write(contentsOf: content.dropFirst(10))  // more than the pipe holds
        try writer.close()
      }
      #expect(try await run.value == content)
    }
  }

  @Test func aPipeThatBringsMoreThanTheLimitIsAnError() async throws {
    let file = try pipe()
    let run = Workflow { LoadFile(file, maximumBytes: 5) }.start()
    let writer = try await writer(of: file)
    try writer.write(contentsOf: Data("123456".utf8))
    let error = await #expect(throws: FileError.self) { try await run.value }
    #expect(error?.code == .EFBIG)
    try writer.close()
  }

  @Test func cancellingASaveIntoAPipeThatIsFullStopsTheStep() async throws {
    let file = try pipe()
    let descriptor = open(file.path, O_RDONLY | O_NONBLOCK)
    let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let run = Workflow { SaveFile(file) }.start(Data(count: 3_000_000))
    for await fraction in run.progress where fraction > 0 { break }
    run.cancel()
    await run.stopped()
    #expect(run.state == .cancelled)
    try reader.close()
  }
}

import Foundation
import Futures
import FuturesFoundation
import TestSupport
import Testing
import Workflows

@Suite("LoadFile")
struct LoadFileTests {
  let folder: TemporaryFolder
  private static let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
  let content = Self.content

  init() throws { folder = try TemporaryFolder() }

  @Test("reads a certain file, the one that comes in, or one that a closure finds")
  func forms() async throws {
    let file = folder.file("a")
    try content.write(to: file)
    let base = folder.url
    let context = StepContext()
    #expect(try await LoadFile(file).run((), in: context) == content)
    #expect(context.reportedFraction == 1)
    #expect(try await LoadFile().run(file, in: StepContext()) == content)
    let named = LoadFile { (name: String) in base.appendingPathComponent(name) }
    #expect(try await named.run("a", in: StepContext()) == content)
  }

  @Test("ignores the input if the closure does")
  func ignoredInput() async throws {
    let file = folder.file("a")
    try Data("kept".utf8).write(to: file)
    let workflow = Workflow {
      ParseOnly()
      LoadFile { (_: Int) in file }
    }
    #expect(try await workflow.start("12").value == Data("kept".utf8))
  }

  struct ParseOnly: Step {
    func run(_ text: String, in context: StepContext) async throws -> Int { Int(text) ?? 0 }
  }

  @Test("a copy keeps the reading options")
  func options() async throws {
    let file = folder.file("a")
    try content.write(to: file)
    let step = LoadFile(file, options: .mappedIfSafe)
    let copy = step
    #expect(copy.options == .mappedIfSafe)
    #expect(try await copy.run((), in: StepContext()) == content)
  }

  @Test("an empty file gives empty data")
  func empty() async throws {
    try Data().write(to: folder.file("a"))
    #expect(try await LoadFile(folder.file("a")).run((), in: StepContext()).isEmpty)
  }

  @Test("a file that cannot be read fails with path and reason", arguments: ["missing", ""])
  func failure(name: String) async throws {
    let file = name.isEmpty ? folder.url : folder.file(name)
    for options: Data.ReadingOptions in [[], .uncached] {
      let error = await #expect(throws: FileError.self) {
        try await LoadFile(file, options: options).run((), in: StepContext())
      }
      #expect(error?.operation == .load)
      #expect(error?.path == file.path)
      #expect(error?.code == (name.isEmpty ? .EISDIR : .ENOENT))
      #expect(error?.reason.isEmpty == false)
    }
  }

  @Test("a step that shall stop reads nothing")
  func cancelled() async throws {
    try content.write(to: folder.file("a"))
    let source = CancellationSource()
    source.cancel()
    let context = StepContext(cancellation: source.token)
    await #expect(throws: CancellationError.self) {
      try await LoadFile(folder.file("a")).run((), in: context)
    }
  }

  @Test("a file that is larger than the limit is an error", arguments: [0, 2_999_999, 3_000_000])
  func limit(size: Int) async throws {
    let file = folder.file("a")
    try content.write(to: file)
    for options: Data.ReadingOptions in [[], .uncached] {
      let step = LoadFile(file, options: options, maximumBytes: size)
      let reading = Task { try await step.run((), in: StepContext()) }
      if size == content.count {
        #expect(try await reading.value == content)
      } else {
        let error = await #expect(throws: FileError.self) { try await reading.value }
        #expect(error?.code == .EFBIG)
        #expect("\(error!)" == "Cannot load \(file.path): It is larger than \(size) bytes.")
      }
    }
  }

  @Test("a device without end is larger than every limit")
  func device() async throws {
    for options: Data.ReadingOptions in [[], .uncached] {
      let step = LoadFile(
        URL(fileURLWithPath: "/dev/zero"),
        options: options,
        maximumBytes: 3_000_000
      )
      let error = await #expect(throws: FileError.self) {
        try await step.run((), in: StepContext())
      }
      #expect(error?.code == .EFBIG)
    }
  }

  @Test("the URL of a page is no file")
  func noFile() async throws {
    let error = await #expect(throws: FileError.self) {
      try await LoadFile(URL(string: "http://localhost/etc/hostname")!).run((), in: StepContext())
    }
    #expect(error?.path == "http://localhost/etc/hostname")
  }
}

import Foundation
import Futures
import FuturesFoundation
import TestSupport
import Testing
import Workflows

@Suite struct LoadFileTests {
  let folder: TemporaryFolder
  private static let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
  let content = Self.content

  init() throws { folder = try TemporaryFolder() }

  @Test func readsACertainFileTheOneThatComesInOrOneThatAClosureFinds() async throws {
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

  @Test func ignoresTheInputIfTheClosureDoes() async throws {
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

  @Test func aCopyKeepsTheReadingOptions() async throws {
    let file = folder.file("a")
    try content.write(to: file)
    let step = LoadFile(file, options: .mappedIfSafe)
    let copy = step
    #expect(copy.options == .mappedIfSafe)
    #expect(try await copy.run((), in: StepContext()) == content)
  }

  @Test func anEmptyFileGivesEmptyData() async throws {
    try Data().write(to: folder.file("a"))
    #expect(try await LoadFile(folder.file("a")).run((), in: StepContext()).isEmpty)
  }

  @Test(arguments: ["missing", ""])
  func aFileThatCannotBeReadFailsWithPathAndReason(name: String) async throws {
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

  @Test func aStepThatShallStopReadsNothing() async throws {
    try content.write(to: folder.file("a"))
    let source = CancellationSource()
    source.cancel()
    let context = StepContext(cancellation: source.token)
    await #expect(throws: CancellationError.self) {
      try await LoadFile(folder.file("a")).run((), in: context)
    }
  }

  @Test(arguments: [0, 2_999_999, 3_000_000])
  func aFileThatIsLargerThanTheLimitIsAnError(size: Int) async throws {
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

  @Test func aDeviceWithoutEndIsLargerThanEveryLimit() async throws {
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

  @Test func theURLOfAPageIsNoFile() async throws {
    let error = await #expect(throws: FileError.self) {
      try await LoadFile(URL(string: "http://localhost/etc/hostname")!).run((), in: StepContext())
    }
    #expect(error?.path == "http://localhost/etc/hostname")
  }
}

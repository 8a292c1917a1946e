import Foundation
import Futures
import FuturesFoundation
import TestSupport
import Testing
import Workflows

@Suite(.timeLimit(.minutes(10)))
struct SaveFaultTests {
  let folder: TemporaryFolder
  let old = Data("old".utf8)
  static let new = Data(repeating: 1, count: 3_000_000)

  init() throws { folder = try TemporaryFolder() }

  private func save(to url: URL) async -> FileError? {
    await #expect(throws: FileError.self) {
      try await SaveFile(url).run(Self.new, in: StepContext())
    }
  }

  @Test func aFileWhereAFolderShouldBeIsNamedInTheError() async throws {
    try old.write(to: folder.file("a"))
    let error = await save(to: folder.file("a/b/c"))
    #expect(error?.operation == .createFolder)
    #expect(error?.path == folder.file("a/b").path)
    #expect(error?.reason.isEmpty == false)
    #expect(try Data(contentsOf: folder.file("a")) == old)
  }

  @Test func aFolderInThePlaceOfTheFileStaysWithWhatIsInIt() async throws {
    try FileManager.default.createDirectory(
      at: folder.file("a"),
      withIntermediateDirectories: true
    )
    try old.write(to: folder.file("a/b"))
    let error = await save(to: folder.file("a"))
    #expect(error?.operation == .save)
    #expect(error?.path == folder.file("a").path)
    #expect(error?.code == .EISDIR)
    #expect(try Data(contentsOf: folder.file("a/b")) == old)
    #expect(try folder.names == ["a"])
  }

  @Test func keepingGoingPassesTheDataOnAndKeepsTheError() async throws {
    let workflow = Workflow {
      EncodeJSON([Int].self)
      SaveFile(folder.url, onFailure: .keepGoing)
      DecodeJSON<[Int]>()
    }
    let run = workflow.start([1])
    #expect(try await run.value == [1])
    #expect(run[.saveError]?.code == .EISDIR)
    #expect(run[.saveError]?.path == folder.url.path)
  }

  #if os(Linux)
  @Test func aDeviceThatIsFullIsAnErrorAndStaysADevice() async throws {
    let device = URL(fileURLWithPath: "/dev/full")
    let error = await save(to: device)
    #expect(error?.code == .ENOSPC)
    #expect(error?.path == "/dev/full")
    #expect("\(error!)" == "Cannot save /dev/full: No space left on device.")
    var status = stat()
    #expect(stat("/dev/full", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }
  #endif

  @Test func aPipeThatNoProcessReadsIsAnErrorAtOnce() async throws {
    try #require(mkfifo(folder.file("a").path, 0o600) == 0)
    let error = await save(to: folder.file("a"))
    #expect(error?.code == .ENXIO)
    #expect("\(error!)" == "Cannot save \(folder.file("a").path): No process reads the pipe.")

  }

  #if os(Linux) || os(macOS)
  @Test func aReaderOfAPipeThatGoesAwayIsAnErrorAndNoSignal() async throws {
    await #expect(processExitsWith: .success) {
      let pipe = Pipe()
      let file = URL(fileURLWithPath: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
      let saving = Task { try await SaveFile(file).run(SaveFaultTests.new, in: StepContext()) }
      _ = try pipe.fileHandleForReading.read(upToCount: 1)
      try pipe.fileHandleForReading.close()
      guard case .failure(let error) = await saving.result else { throw CancellationError() }
      #expect((error as? FileError)?.code == .EPIPE)
    }
  }

  @Test func withoutPermissionTheOldFileStays() async throws {
    let path = folder.url.path
    try old.write(to: folder.file("a"))
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Root has all permissions, so the process becomes another user. It cannot go back, which is
      // why the test runs in a separate process.
      if getuid() == 0 { try #require(setuid(65_534) == 0) }
      let error = await #expect(throws: FileError.self) {
        try await SaveFile(URL(fileURLWithPath: "\(path)/a")).run(Self.new, in: StepContext())
      }
      #expect(error?.code == .EACCES)
      let folderError = await #expect(throws: FileError.self) {
        try await SaveFile(URL(fileURLWithPath: "\(path)/b/c")).run(Self.new, in: StepContext())
      }
      #expect(folderError?.operation == .createFolder)
      #expect(folderError?.path == "\(path)/b")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    #expect(try Data(contentsOf: folder.file("a")) == old)
    #expect(try folder.names == ["a"])
  }

  @Test(arguments: [0, 1_500_000]
  )
  func aDiskWithoutRoomForAllOfItKeepsTheOldFileAndNothingElse(limit: Int) async throws {
    let path = folder.url.path
    try old.write(to: folder.file("a"))
    await #expect(processExitsWith: .success) { [path = path as String, limit = limit as Int] in
      // A write is cut short with an error, as on a full disk.
      signal(SIGXFSZ, SIG_IGN)
      try #require(limitFileSize(UInt64(limit)) == 0)
      // The coverage data of the process exceeds the limit.
      defer { _ = limitFileSize(.max) }
      let error = await #expect(throws: FileError.self) {
        try await SaveFile(URL(fileURLWithPath: "\(path)/a")).run(Self.new, in: StepContext())
      }
      #expect(error?.operation == .save)
      #expect(error?.path == "\(path)/a")
      #expect(error?.code == .EFBIG)
    }
    #expect(try Data(contentsOf: folder.file("a")) == old)
    #expect(try folder.names == ["a"])
  }
  #endif
}

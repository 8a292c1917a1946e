import Foundation
import Futures
import FuturesFoundation
import TestSupport
import Testing
import Workflows

@Suite struct SaveFileTests {
  let folder: TemporaryFolder
  let old = Data("old".utf8)
  let new = Data(repeating: 1, count: 3_000_000)

  init() throws { folder = try TemporaryFolder() }

  @Test func writesTheFileReportsProgressAndPassesItsInputOn() async throws {
    let file = folder.file("a")
    let context = StepContext()
    #expect(try await SaveFile(file).run(new, in: context) == new)
    #expect(try Data(contentsOf: file) == new)
    #expect(try folder.names == ["a"])
    #expect(context.reportedFraction == 1)
  }

  @Test(arguments: [0, 1, 3_000_000])
  func replacesAFileWhateverTheSizes(count: Int) async throws {
    let file = folder.file("a")
    try new.write(to: file)
    let data = Data(repeating: 2, count: count)
    _ = try await SaveFile(file).run(data, in: StepContext())
    #expect(try Data(contentsOf: file) == data)
    #expect(try folder.names == ["a"])
  }

  @Test func makesTheFoldersThatAreMissing() async throws {
    let file = folder.file("a/b/c/d")
    _ = try await SaveFile(file).run(new, in: StepContext())
    #expect(try Data(contentsOf: file) == new)
  }

  @Test func keepsThePermissionsOfTheOldFile() async throws {
    let file = folder.file("a")
    try old.write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    _ = try await SaveFile(file).run(new, in: StepContext())
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test(.enabled(if: geteuid() == 0))
  func doesNotRunWithTheIdentityOfAnotherOwner() async throws {
    let path = folder.file("a").path
    for (owner, expected) in [(geteuid(), 0o4755), (65_534, 0o755)] as [(UInt32, Int)] {
      try old.write(to: folder.file("a"))
      #expect(chown(path, owner, getegid()) == 0)
      #expect(chmod(path, 0o4755) == 0)
      _ = try await SaveFile(folder.file("a")).run(new, in: StepContext())
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(Int(status.st_mode & 0o7777) == expected)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func removesWhatAKilledProcessHasLeft() async throws {
    try old.write(to: folder.file(".a.saving"))
    for _ in 0..<2 {
      _ = try await SaveFile(folder.file("a")).run(new, in: StepContext())
      #expect(try Data(contentsOf: folder.file("a")) == new)
      #expect(try folder.names == ["a"])
    }
  }

  @Test func leavesAloneWhatAnotherSaveIsWritingAndWhatOthersHavePutInItsPlace() async throws {
    let manager = FileManager.default
    try old.write(to: folder.file("old"))
    try manager.linkItem(at: folder.file("old"), to: folder.file(".a.saving"))
    try manager.createSymbolicLink(
      at: folder.file(".b.saving"),
      withDestinationURL: folder.file("old")
    )
    try old.write(to: folder.file(".c.saving"))
    let other = try FileHandle(forWritingTo: folder.file(".c.saving"))
    #expect(flock(other.fileDescriptor, LOCK_EX) == 0)
    for name in ["a", "b", "c"] {
      _ = try await SaveFile(folder.file(name)).run(new, in: StepContext())
      #expect(try Data(contentsOf: folder.file(name)) == new)
      #expect(try Data(contentsOf: folder.file(".\(name).saving")) == old)
    }
    #expect(try folder.names == [".a.saving", ".b.saving", ".c.saving", "a", "b", "c", "old"])
    try other.close()
  }

  @Test func severalSavesAtOnceLeaveOneOfTheContentsAndNothingElse() async throws {
    let file = folder.file("a")
    let contents = (0..<8).map { Data(repeating: $0, count: 300_000) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for content in contents {
        group.addTask {
          for _ in 0..<10 { _ = try await SaveFile(file).run(content, in: StepContext()) }
        }
      }
      try await group.waitForAll()
    }
    #expect(contents.contains(try Data(contentsOf: file)))
    #expect(try folder.names == ["a"])
  }

  @Test func followsASymbolicLink() async throws {
    try old.write(to: folder.file("real"))
    try FileManager.default.createSymbolicLink(
      at: folder.file("link"),
      withDestinationURL: folder.file("real")
    )
    _ = try await SaveFile(folder.file("link")).run(new, in: StepContext())
    #expect(try Data(contentsOf: folder.file("real")) == new)
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link").path)
    #expect(link.hasSuffix("real"))
  }

  @Test func cancelledBeforeTheEndItLeavesTheOldFileAndNothingElse() async throws {
    let file = folder.file("a")
    try old.write(to: file)
    let source = CancellationSource()
    let step = SaveFile(file)
    source.cancel()
    await #expect(throws: CancellationError.self) {
      try await step.run(new, in: StepContext(cancellation: source.token))
    }
    #expect(try Data(contentsOf: file) == old)
    #expect(try folder.names == ["a"])
  }

  @Test func inAChainTheNextStepGetsTheData() async throws {
    let file = folder.file("numbers.json")
    let workflow = Workflow {
      EncodeJSON([Int].self)
      SaveFile(file)
      DecodeJSON<[Int]>()
    }
    #expect(try await workflow.start([1, 2]).value == [1, 2])
    #expect(try Data(contentsOf: file) == Data("[1,2]".utf8))
  }

  @Test func makesTheFileThatALinkLeadsToIfItIsMissing() async throws {
    let manager = FileManager.default
    try manager.createDirectory(at: folder.file("links"), withIntermediateDirectories: true)
    for (name, destination) in [("1", "../files/one"), ("2", folder.file("files/two").path)] {
      try manager.createSymbolicLink(
        atPath: folder.file("links/\(name)").path,
        withDestinationPath: destination
      )
      _ = try await SaveFile(folder.file("links/\(name)")).run(old, in: StepContext())
      #expect(
        try manager.destinationOfSymbolicLink(atPath: folder.file("links/\(name)").path)
          == destination
      )
    }
    #expect(try Data(contentsOf: folder.file("files/one")) == old)
    #expect(try Data(contentsOf: folder.file("files/two")) == old)
  }

  @Test func linksThatLeadNowhereAreAnErrorAndStay() async throws {
    let manager = FileManager.default
    for (name, other) in [("a", "b"), ("b", "a")] {
      try manager.createSymbolicLink(
        atPath: folder.file(name).path,
        withDestinationPath: other
      )
    }
    let error = await #expect(throws: FileError.self) {
      try await SaveFile(folder.file("a")).run(old, in: StepContext())
    }
    #expect(error?.code == .ELOOP)
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.file("a").path) == "b")
  }

  @Test func writesToAnOpenPipeThatHasAPath() async throws {
    let pipe = Pipe()
    let file = URL(fileURLWithPath: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
    _ = try await SaveFile(file).run(old, in: StepContext())
    try pipe.fileHandleForWriting.close()
    // Processes that other tests have started may still have the pipe open.
    let read = try await onThread { try pipe.fileHandleForReading.readToEnd() }
    #expect(read == old)
  }
}

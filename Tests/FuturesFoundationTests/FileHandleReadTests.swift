import Foundation
import Futures
import FuturesFoundation
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct FileHandleReadTests {
  @Test(arguments: [0, 1, 500_000])
  func readsAFile(count: Int) async throws {
    let content = String(repeating: "x", count: count)
    let file = try TemporaryFile(content)
    let data = try await FileHandle(forReadingFrom: file.url).futureReadToEnd().value
    #expect(data == Data(content.utf8))
  }

  @Test func beginsAtTheCurrentPosition() async throws {
    let file = try TemporaryFile("head and body")
    let handle = try FileHandle(forReadingFrom: file.url)
    try handle.seek(toOffset: 9)
    #expect(try await handle.futureReadToEnd().value == Data("body".utf8))
  }

  @Test func readsAPipeUntilItsWriterIsDone() async throws {
    let pipe = Pipe()
    let data = pipe.fileHandleForReading.futureReadToEnd()
    try pipe.fileHandleForWriting.write(contentsOf: Data("one ".utf8))
    try pipe.fileHandleForWriting.write(contentsOf: Data("two".utf8))
    #expect(!data.isSettled)
    try pipe.fileHandleForWriting.close()
    #expect(try await data.value == Data("one two".utf8))
  }

  @Test(arguments: ["future", "token"])
  func cancellingStopsTheReading(through way: String) async throws {
    let pipe = Pipe()
    let source = CancellationSource()
    let data = pipe.fileHandleForReading.futureReadToEnd(cancellation: source.token)
    if way == "future" { data.cancel() } else { source.cancel() }
    #expect(data.currentError is CancellationError)
    let again = pipe.fileHandleForReading.futureReadToEnd()
    try pipe.fileHandleForWriting.write(contentsOf: Data("for the second".utf8))
    try pipe.fileHandleForWriting.close()
    #expect(try await again.value == Data("for the second".utf8))
  }

  @Test func aFileIsNotReadToItsEndAfterCancelling() async throws {
    let size: UInt64 = 1 << 29
    let file = try TemporaryFile("")
    // Of zeros, which take no room on the disk.
    try FileHandle(forWritingTo: file.url).truncate(atOffset: size)
    let handle = try FileHandle(forReadingFrom: file.url)
    weak var reader: FileHandle?
    do {
      // Another descriptor with the same position.
      let other = FileHandle(fileDescriptor: dup(handle.fileDescriptor), closeOnDealloc: true)
      reader = other
      #expect(other.futureReadToEnd().cancel())
    }
    while reader != nil { await Task.yield() }
    #expect(try handle.offset() < size)
  }

  @Test func readsNothingFromTheNullDevice() async throws {
    #expect(try await FileHandle.nullDevice.futureReadToEnd().value.isEmpty)
    let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    #expect(try await null.futureReadToEnd().value.isEmpty)
  }

  @Test func aTokenCancelledBeforeReadsNothing() throws {
    let file = try TemporaryFile("text")
    let source = CancellationSource()
    source.cancel()
    let handle = try FileHandle(forReadingFrom: file.url)
    #expect(handle.futureReadToEnd(cancellation: source.token).currentError is CancellationError)
    #expect(try handle.offset() == 0)
  }

  @Test func aPipeThatCannotBeReadFails() async {
    let pipe = Pipe()
    let error = await pipe.fileHandleForWriting.futureReadToEnd().result.failure
    #expect((error as? POSIXError)?.code == .EBADF)
  }

  @Test func whatCannotBeReadFails() async throws {
    let file = try TemporaryFile("text")
    for handle in [
      try FileHandle(forWritingTo: file.url),
      try #require(FileHandle(forReadingAtPath: "/")),
    ] {
      let error = await handle.futureReadToEnd().result.failure
      #expect(error != nil && !(error is CancellationError))
    }
  }
}

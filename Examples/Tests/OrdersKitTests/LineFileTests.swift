import Foundation
import Testing

@testable import OrdersKit

@Suite struct LineFileTests {
  private let folder = TemporaryFolder()
  private var file: URL { folder.url.appending(path: "numbers") }

  @Test func halfALineIsNoEntry() async throws {
    try Data("1\n2\n3".utf8).write(to: file)
    let lines = LineFile<Int>(url: file)
    #expect(try lines.entries() == [1, 2])
    try await lines.append { $0.count + 10 }
    #expect(try lines.entries() == [1, 2, 12])
  }

  @Test func aLineOfSomethingElseIsNamed() throws {
    try Data("1\ntwo\n3\n".utf8).write(to: file)
    let error = #expect(throws: LineFileError.self) { try LineFile<Int>(url: file).entries() }
    #expect(error?.description.contains("line 2") == true)
    #expect(error?.description.contains(file.path) == true)
  }

  @Test func itWaitsForAnotherProcessOnlyUntilItsTaskIsCancelled() async throws {
    let descriptor = open(file.path, O_RDWR | O_CREAT, 0o600)
    #expect(flock(descriptor, LOCK_EX) == 0)
    let file = file
    let waiting = Task { try await LineFile<Int>(url: file).append { _ in 1 } }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    close(descriptor)
    try await LineFile<Int>(url: file).append { _ in 2 }
    #expect(try LineFile<Int>(url: file).entries() == [2])
  }

  @Test func aFolderIsNoFile() async throws {
    let lines = LineFile<Int>(url: folder.url)
    await #expect(throws: LineFileError.self) { try await lines.append { _ in 1 } }
    #expect(throws: LineFileError.self) { try lines.entries() }
  }
}

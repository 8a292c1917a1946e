import Foundation
import TestSupport
import Testing

@testable import Transfers

@Suite struct UploadSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func isReadAtOnce(_ name: String) -> Bool {
    if case .content = UploadSource(folder.file(name)) { return true }
    return false
  }

  private func file(_ name: String, size: UInt64) throws {
    try Data().write(to: folder.file(name))
    let handle = try FileHandle(forWritingTo: folder.file(name))
    try handle.truncate(atOffset: size)
    try handle.close()
  }

  private func link(_ name: String, to other: String) throws {
    try FileManager.default.createSymbolicLink(
      at: folder.file(name),
      withDestinationURL: folder.file(other)
    )
  }

  @Test func aLargeFileIsReadWhileItIsSentThroughALinkToo() throws {
    try file("large", size: 16 << 20 + 1)
    try link("one", to: "large")
    try link("two", to: "one")
    for name in ["large", "one", "two"] { #expect(!isReadAtOnce(name)) }
  }

  #if canImport(FoundationNetworking)
  @Test func aSmallFileIsReadAtOnceThroughALinkToo() throws {
    try file("small", size: 16 << 20)
    try file("empty", size: 0)
    try link("one", to: "small")
    for name in ["small", "empty", "one"] { #expect(isReadAtOnce(name)) }
  }
  #endif
}

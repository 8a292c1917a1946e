import Foundation
import TestSupport
import Testing

@testable import Transfers

@Suite struct PartialFileTests {
  private let old: TemporaryFile
  private let file: PartialFile

  init() throws {
    old = try TemporaryFile("old")
    file = try PartialFile(of: old.url, isLasting: true)
    try file.append(Data("new".utf8))
  }

  private var content: String? { try? String(contentsOf: old.url, encoding: .utf8) }

  private var hasPart: Bool {
    let folder = old.url.deletingLastPathComponent()
    let part = folder.appendingPathComponent(".\(old.url.lastPathComponent).part")
    return FileManager.default.fileExists(atPath: part.path)
  }

  @Test func itReplacesTheOldFile() throws {
    #expect(hasPart)
    try file.place { false }
    #expect(content == "new")
    #expect(!hasPart)
  }

  @Test func cancelledBeforeItReplacesTheOldFileItIsRemoved() throws {
    #expect(throws: CancellationError.self) { try file.place { true } }
    #expect(content == "old")
    #expect(!hasPart)
  }
}

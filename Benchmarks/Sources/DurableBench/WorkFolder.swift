#if SQLite
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB

/// A folder for the measured files, which is removed at the end.
final class WorkFolder {
  let url: URL

  init(in folder: String?) throws {
    let parent = folder.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    url = parent.appending(path: "durable-bench-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Opens a store in a new file, as a client does.
  func store(_ durability: SQLiteRunStoreOptions.Durability) async throws -> RunStore {
    try await RunStore.sqlite(
      at: url.appending(path: "\(UUID()).sqlite"),
      options: SQLiteRunStoreOptions(durability: durability)
    )
  }

  /// Opens a new file with the tables of a store, for use without a store.
  func database(_ durability: SQLiteRunStoreOptions.Durability) async throws -> DatabasePool {
    let path = url.appending(path: "\(UUID()).sqlite").path(percentEncoded: false)
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let pool = try DatabasePool(path: path, configuration: configuration)
    _ = try await RunStore.sqlite(pool)
    try await pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = \(durability.name)")
    }
    return pool
  }

  /// Returns how long the disk takes to store one page durably: the median of a hundred writes.
  func syncMicroseconds() throws -> Double {
    let file = url.appending(path: "\(UUID()).page")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    let page = Data(count: 4096)
    let times = try (0..<100).map { _ in
      try ContinuousClock().measure {
        try handle.write(contentsOf: page)
        try handle.synchronize()
      } / .microseconds(1)
    }
    return quantile(0.5, of: times)
  }

  /// Removes all files, also while a database that was closed removes some of them.
  func clear() throws {
    for file in try FileManager.default.contentsOfDirectory(
      at: url,
      includingPropertiesForKeys: nil
    ) {
      do {
        try FileManager.default.removeItem(at: file)
      } catch let error as CocoaError where error.code == .fileNoSuchFile {
        continue
      }
    }
  }
}

extension SQLiteRunStoreOptions.Durability {
  /// The value of `PRAGMA synchronous`.
  var name: String { self == .full ? "FULL" : "NORMAL" }
}
#endif

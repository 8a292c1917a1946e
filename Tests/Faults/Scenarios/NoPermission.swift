import Foundation
import FoundationNetworking
import Futures
import FuturesFoundation
import LoopbackServer
import Transfers
import Workflows

extension Scenario {
  /// Folders and files that the user may not write, read or search.
  static let noPermission = Scenario(name: "no-permission", short: 1, long: 1) { trial in
    for place in Place.all { try place.prepare(in: trial.folder) }
    let server = try VersionServer()
    // Root may do everything, so this process becomes another user. There is no way back.
    let wasRoot = getuid() == 0
    if wasRoot {
      guard setgroups(0, nil) == 0, setgid(other) == 0, setuid(other) == 0 else {
        return trial.find("the process cannot become another user")
      }
    } else {
      say("note: places that belong to root were left out")
    }
    for place in Place.all where wasRoot || !place.isOfRoot {
      try await place.examine(trial, server)
    }
  }

  /// The user and the group that nobody belongs to.
  fileprivate static let other: UInt32 = 65_534
}

/// A file that cannot be used in some way.
private struct Place: Sendable {
  let name: String
  var folderMode: mode_t = 0o755
  /// `nil` for no file.
  var fileMode: mode_t? = 0o644
  /// Whether the file belongs to root, and the folder too.
  var isOfRoot = false
  /// A name in the folder that the file has; a folder in between may be missing.
  var path = "a"
  /// The error of saving, and what it names; `nil` if the file is saved.
  var save: (FileError.Operation, String, POSIXErrorCode)?
  /// The error of loading.
  var load: POSIXErrorCode?

  static let all = [
    Place(name: "folder-read-only", folderMode: 0o555, save: (.save, "a", .EACCES)),
    Place(
      name: "folder-read-only-new",
      folderMode: 0o555,
      fileMode: nil,
      save: (.save, "a", .EACCES),
      load: .ENOENT
    ),
    Place(
      name: "folder-read-only-below",
      folderMode: 0o555,
      fileMode: nil,
      path: "b/c/a",
      save: (.createFolder, "b/c", .EACCES),
      load: .ENOENT
    ),
    Place(name: "folder-no-search", folderMode: 0o666, save: (.save, "a", .EACCES), load: .EACCES),
    // The folder can be written and searched, but not listed.
    Place(name: "folder-no-list", folderMode: 0o333),
    Place(name: "file-read-only", fileMode: 0o444),
    Place(name: "file-no-read", fileMode: 0o200, load: .EACCES),
    Place(name: "file-nothing", fileMode: 0o000, load: .EACCES),
    Place(
      name: "of-root-sticky",
      folderMode: 0o1777,
      isOfRoot: true,
      save: (.save, "a", .EPERM)
    ),
    Place(name: "of-root-open", folderMode: 0o777, fileMode: 0o666, isOfRoot: true),
    Place(
      name: "of-root-closed",
      folderMode: 0o700,
      isOfRoot: true,
      save: (.save, "a", .EACCES),
      load: .EACCES
    ),
  ]

  private var content: Data { Content.make(1, size: 100) }

  func folder(in parent: URL) -> URL { parent.appendingPathComponent(name) }
  func file(in parent: URL) -> URL { folder(in: parent).appendingPathComponent(path) }

  func prepare(in parent: URL) throws {
    let folder = folder(in: parent)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if let fileMode {
      try content.write(to: file(in: parent))
      chmod(file(in: parent).path, fileMode)
      if !isOfRoot { chown(file(in: parent).path, Scenario.other, Scenario.other) }
    }
    if !isOfRoot { chown(folder.path, Scenario.other, Scenario.other) }
    chmod(folder.path, folderMode)
  }

  /// Loads, saves, downloads and uploads the file, and checks the errors and what remains.
  func examine(_ trial: Trial, _ server: VersionServer) async throws {
    let file = file(in: trial.folder)
    try await expect(load.map { (.load, path, $0) }, "loading", trial) {
      _ = try await LoadFile(file).run((), in: StepContext())
    }
    try await expect(load.map { (.load, path, $0) }, "uploading", trial) {
      _ = try await UploadFile(file, for: URLRequest(url: server.url)).run((), in: StepContext())
    }
    for isResuming in [true, false] {
      let requests = server.version
      try await expect(save, "downloading", trial) {
        _ = try await DownloadFile(server.url, to: file, resuming: isResuming)
          .run((), in: StepContext())
      }
      // Only the sticky folder is noticed late: when the old file is to be replaced.
      if save != nil, save?.2 != .EPERM {
        trial.expect(server.version == requests, "\(name): a request was sent for nothing")
      }
    }
    try await expect(save, "saving", trial) {
      _ = try await SaveFile(file).run(Content.make(2), in: StepContext())
    }
    chmod(folder(in: trial.folder).path, 0o755)
    if let after = try? names(in: folder(in: trial.folder)) {
      // What has arrived, and only could not be moved, is there for the next download.
      let kept = save?.2 == .EPERM ? [".a.part", ".a.part.json"] : []
      let expected = kept + (fileMode == nil ? [] : ["a"])
      trial.expect(after.sorted() == expected, "\(name): afterwards there is \(after)")
    }
  }

  private func expect(
    _ expected: (FileError.Operation, String, POSIXErrorCode)?,
    _ doing: String,
    _ trial: Trial,
    _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
      trial.expect(expected == nil, "\(name): \(doing) succeeds")
      trial.count("allowed")
    } catch let error as FileError {
      trial.count("refused")
      let path = expected.map { folder(in: trial.folder).appendingPathComponent($0.1).path }
      trial.expect(
        error.operation == expected?.0 && error.path == path && error.code == expected?.2,
        "\(name): \(doing) ends with \(error)"
      )
    } catch {
      trial.find("\(name): \(doing) ends with \(error)")
    }
  }
}

import Foundation
import FuturesFoundation
import TestSupport
import Transfers
import Workflows

extension Scenario {
  /// A disk of its own that has too little room, more or less.
  static let fullDisk = Scenario(name: "full-disk", short: 40, long: 400) { trial in
    let disk = trial.folder.appendingPathComponent("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    guard try system("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.path) else {
      say("note: left out: no disk can be mounted here")
      return
    }
    defer { _ = try? system("umount", "-l", disk.path) }
    let filler = disk.appendingPathComponent("filler")
    let room = Room(
      code: .ENOSPC,
      limit: { room in
        // The other files take a few pages.
        try Data(count: max(0, 4 << 20 - room - 65_536)).write(to: filler)
        if room == 0 { fill(filler) }
      },
      lift: { try? FileManager.default.removeItem(at: filler) }
    )
    let folder = disk.appendingPathComponent("files")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await write(trial, in: folder, with: room)
    let device = URL(fileURLWithPath: "/dev/full")
    let error = await fileError { _ = try await SaveFile(device).run(Data([1]), in: StepContext()) }
    trial.expect(error?.code == .ENOSPC && error?.path == "/dev/full", "/dev/full: \(error as Any)")
  }

  /// A limit for the size of files, which ends a write in its middle like a full disk.
  static let fileSizeLimit = Scenario(name: "file-size-limit", short: 40, long: 400) { trial in
    signal(SIGXFSZ, SIG_IGN)
    let room = Room(
      code: .EFBIG,
      limit: { setFileSizeLimit(rlim_t($0)) },
      lift: { setFileSizeLimit(rlim_t.max) }
    )
    try await write(trial, in: trial.folder, with: room)
  }

  /// A way to have too little room.
  private struct Room {
    let code: POSIXErrorCode
    let limit: (Int) throws -> Void
    let lift: () -> Void
  }

  private static let size = 1_000_000

  /// Writes with random room, in every way.
  private static func write(_ trial: Trial, in folder: URL, with room: Room) async throws {
    let file = folder.appendingPathComponent("a")
    let server = try VersionServer(size: size)
    for round in 0..<trial.rounds {
      var random = trial.random(round)
      let hasOld = Bool.random(using: &random)
      if hasOld { try Content.make(0, size: 100).write(to: file) }
      let writer = [Writer.save, .download, .downloadAnew].randomElement(using: &random) ?? .save
      let available =
        [0, 4096, Int.random(in: 0..<size * 3 / 2, using: &random)]
        .randomElement(using: &random) ?? 0
      let number = writer == .save ? round + 1 : server.version
      @Sendable func run() async throws {
        if writer == .save {
          _ = try await SaveFile(file).run(Content.make(number, size: size), in: StepContext())
        } else {
          _ = try await DownloadFile(server.url, to: file, resuming: writer == .download)
            .run((), in: StepContext())
        }
      }
      try room.limit(available)
      let error = await fileError(run)
      room.lift()
      let place = "round \(round), \(writer.rawValue) with room for \(available) bytes"
      let content = Content.number(in: file, size: size)
      if let error {
        trial.count("refused")
        trial.expect(
          error.code == room.code && error.path == file.path && !error.reason.isEmpty,
          "\(place): \(error)"
        )
        let isOld = (try? Data(contentsOf: file)) == (hasOld ? Content.make(0, size: 100) : nil)
        trial.expect(isOld, "\(place): the old content is lost")
        let others = try names(in: folder).filter { $0 != "a" }
        let isTidy = others.allSatisfy { writer == .download && $0.hasPrefix(".a.part") }
        trial.expect(isTidy, "\(place): \(others) were left behind")
        if !others.isEmpty { trial.count("partial files kept") }
        try await run()
        let second = Content.number(in: file, size: size) ?? -1
        trial.expect(second >= number, "\(place): then it succeeded with the wrong bytes")
      } else {
        trial.count("done")
        trial.expect(content ?? -1 >= number, "\(place): it succeeded with the wrong bytes")
      }
      let left = try names(in: folder)
      trial.expect(left == ["a"], "\(place): afterwards there are \(left)")
      try FileManager.default.removeItem(at: file)
    }
    trial.count("continued", server.continued)
  }

  /// Returns the error of a write; another error than that of a file is described in its reason.
  private static func fileError(_ body: () async throws -> Void) async -> FileError? {
    do {
      try await body()
      return nil
    } catch let error as FileError {
      return error
    } catch {
      return FileError(.save, path: "", reason: "\(error)")
    }
  }
}

/// Appends to a file until there is no room at all.
func fill(_ file: URL) {
  guard let handle = try? FileHandle(forWritingTo: file) else { return }
  _ = try? handle.seekToEnd()
  while (try? handle.write(contentsOf: Data(count: 4096))) != nil {}
  try? handle.close()
}

private func setFileSizeLimit(_ bytes: rlim_t) {
  var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

/// Runs a command, and returns whether it succeeds.
func system(_ arguments: String...) throws -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  return process.terminationStatus == 0
}

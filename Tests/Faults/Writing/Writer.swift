import Foundation
import FoundationNetworking
import FuturesFoundation
import Transfers
import Workflows

/// A kind of write, which a process repeats until it is killed.
enum Writer: String, CaseIterable {
  /// `SaveFile`, again and again over the same file.
  case save
  /// `DownloadFile`, which continues what was interrupted.
  case download
  /// `DownloadFile` with `resuming: false`.
  case downloadAnew = "download-anew"
  /// A download that the server interrupts after the first bytes, so that the note of the partial
  /// file is written most of the time.
  case note
  /// A write that is not atomic, to see that the harness notices.
  case plain

  /// Whether the writer loads from a server.
  var isLoading: Bool { self == .download || self == .downloadAnew || self == .note }

  /// The names, besides that of the file, that a process may leave behind when it is killed.
  ///
  /// The next process to write the file takes them over or removes them.
  func mayLeave(_ name: String, besides file: String) -> Bool {
    switch self {
    case .save, .plain: name == ".\(file).saving"
    case .download, .note: name == ".\(file).part" || name == ".\(file).part.json"
    case .downloadAnew: name == ".\(file).part.new"
    }
  }

  /// Prints a line, and writes until the process ends.
  func writeForever(to file: URL, from url: URL?) async throws {
    let session = TransferSession(configuration: .ephemeral)
    var number = Content.number(in: file) ?? 0
    say("ready")
    while true {
      number += 1
      switch self {
      case .save:
        _ = try await SaveFile(file).run(Content.make(number), in: StepContext())
      case .plain:
        try overwrite(file, with: Content.make(number))
      case .download, .downloadAnew, .note:
        guard let url else { return }
        _ = try? await DownloadFile(
          url,
          to: file,
          session: session,
          resuming: self != .downloadAnew
        ).run((), in: StepContext())
      }
    }
  }

  /// Writes over a file in pieces, as a program does that thinks of no faults.
  private func overwrite(_ file: URL, with data: Data) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 0)
    var rest = data
    while !rest.isEmpty {
      try handle.write(contentsOf: rest.prefix(1024))
      rest = rest.dropFirst(1024)
    }
    try handle.close()
  }
}

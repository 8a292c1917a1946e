import ArgumentParser
import DupesKit
import Foundation
import Futures
import Interruption

/// Prints the groups of equal files in some folders.
@main
struct Dupes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find files with the same content.",
    discussion: """
      Files are compared by size, then by their first block, then by the SHA-256 of all they \
      hold. Groups are printed with the largest waste first.

      Symbolic links below DIR are not followed. Hard links to one file count once, under the \
      bytewise first of their paths. Empty files are duplicates of each other; --min-size 1 \
      leaves them out. Control characters and bytes that are not UTF-8 are printed as \\xHH; JSON \
      has U+FFFD for such bytes and the exact bytes of the group's paths in Base64 as "rawPaths".

      Exit status: 0 when everything could be compared, 1 when something could not and was \
      skipped (each is reported on the standard error) or the report could not be written, 64 for wrong arguments, 130 when \
      interrupted with Ctrl-C; then no groups are printed.
      """
  )

  @Argument(help: ArgumentHelp("The folders to look in.", valueName: "dir"))
  var folders: [String]

  @Flag(help: #"Print [{"size": n, "sha256": "…", "paths": […]}, …], in the same order."#)
  var json = false

  @Option(help: ArgumentHelp("Leave out files of fewer bytes.", valueName: "bytes"))
  var minSize = 0

  @Option(help: "Read this many files at the same time.")
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    if minSize < 0 { throw ValidationError("--min-size is \(minSize); give 0 or more bytes.") }
    if jobs < 1 { throw ValidationError("--jobs is \(jobs); give 1 or more.") }
  }

  func run() async throws {
    let interrupt = Interruption()
    defer { interrupt.stop() }
    let log = SearchLog()
    let search = findDuplicates(
      in: folders.map { BytePath($0) },
      options: SearchOptions(minimumSize: minSize, jobs: jobs),
      log: log,
      cancellation: interrupt.token
    )
    await ProgressLine.show(log, until: search)

    switch await search.result {
    case .success(let report): try show(report)
    case .failure(is CancellationError):
      complain("interrupted; the search was not complete, so no groups are printed")
      throw ExitCode(130)
    case .failure(let error): throw error
    }
  }

  private func show(_ report: DuplicateReport) throws {
    for problem in report.problems { complain("\(problem)") }
    let text = json ? try report.json() : "\(report)"
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    } catch {
      complain("the report could not be written: \(error.localizedDescription)")
      throw ExitCode(1)
    }
    if !report.problems.isEmpty { throw ExitCode(1) }
  }

  private func complain(_ message: String) {
    ErrorOutput.write("dupes: \(message)\n")
  }
}

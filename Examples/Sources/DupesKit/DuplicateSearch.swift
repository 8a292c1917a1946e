import Futures

/// Finds the files in some folders that have the same content.
///
/// Files are compared by size, then by the SHA-256 of their first block, then by the SHA-256 of
/// their whole content, so that most files are never read and few are read to the end. Files and
/// folders that cannot be read are skipped and listed in the report.
///
/// - Parameters:
///   - folders: where to look; a symbolic link to a folder is followed here, but nowhere inside.
///   - options: which files to compare, and how.
///   - log: the log of the progress; use a new one for each search.
///   - token: ends the search early; the future then fails with `CancellationError`.
/// - Returns: A future of the complete report.
public func findDuplicates(
  in folders: [BytePath],
  options: SearchOptions = SearchOptions(),
  log: SearchLog = SearchLog(),
  cancellation token: CancellationToken = .never
) -> Future<DuplicateReport, any Error> {
  DuplicateSearch(options: options, log: log, token: token).report(on: folders)
}

/// One search, in which each step is a future of the input of the next one.
struct DuplicateSearch: Sendable {
  let options: SearchOptions
  let log: SearchLog
  let token: CancellationToken

  func report(on folders: [BytePath]) -> Future<DuplicateReport, any Error> {
    files(below: folders)
      .map { $0.oncePerInode().sharing(\.size) }
      .flatMap { firstBlocks(of: $0) }
      .map { $0.sharing(\.content) }
      .flatMap { contents(of: $0) }
      .map { DuplicateReport(of: $0, problems: log.problems) }
  }

  /// Lists the folders and then their contents, level by level.
  func files(
    below folders: [BytePath],
    isTop: Bool = true,
    found: [FoundFile] = []
  ) -> Future<[FoundFile], any Error> {
    if folders.isEmpty { return Future(value: found) }
    return concurrently(folders) { list($0, followingLink: isTop) }
      .flatMap { listings in
        let files = listings.flatMap(\.files).filter { $0.size >= options.minimumSize }
        let folders = listings.flatMap(\.folders)
        return self.files(below: folders, isTop: false, found: found + files)
      }
  }

  /// Hashes the first block of each file, which is the whole content of a small file.
  ///
  /// There are many files and little to read of each, so one future covers 64 of them.
  func firstBlocks(of files: [FoundFile]) -> Future<[HashedFile], any Error> {
    let bytes = files.map { min($0.size, options.firstBlock) }.total
    log.begin(.beginnings, files: files.count, bytes: bytes)
    return concurrently(files.batches(of: 64)) { try hash($0, upTo: options.firstBlock) }
      .map { $0.flatMap(\.self) }
  }

  /// Hashes the files of which only the first block has been read.
  func contents(of files: [HashedFile]) -> Future<[HashedFile], any Error> {
    let unfinished = files.filter { !$0.isWhole }.map(\.file)
    log.begin(.contents, files: unfinished.count, bytes: unfinished.map(\.size).total)
    return concurrently(unfinished.batches(of: 1)) { try hash($0) }
      .map { files.filter(\.isWhole) + $0.flatMap(\.self) }
  }

  private func list(_ folder: BytePath, followingLink: Bool) -> FolderListing {
    let listing = FolderListing(of: folder, followingLink: followingLink)
    log.found(files: listing.files.count)
    log.skipped(listing.problems)
    return listing
  }

  /// Hashes some files, one after another, and leaves out those that cannot be read.
  private func hash(_ files: ArraySlice<FoundFile>, upTo limit: Int = .max) throws -> [HashedFile] {
    try files.compactMap { file in
      do {
        return try HashedFile(file, upTo: limit) { count in
          log.read(bytes: count)
          try token.throwIfCancelled()
        }
      } catch let problem as FileProblem {
        log.skipped([problem])
        return nil
      }
    }
  }

  /// Does blocking work for each element in the background, for a few of them at a time.
  private func concurrently<Element: Sendable, Output: Sendable>(
    _ elements: [Element],
    _ work: @escaping @Sendable (Element) throws -> Output
  ) -> Future<[Output], any Error> {
    elements.traverse(maxConcurrent: options.jobs, cancellation: token) { element in
      Future(on: .global()) { try work(element) }
    }
  }
}

internal import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// Puts new content into the place of a file, all of it or none.
///
/// The content is written to another file in the same folder, brought to the disk, and then moved over the
/// old file, which is one step for the file system. Whatever happens before leaves the old file whole; what is
/// left behind is at worst that other file, if the process is killed.
struct FileReplacement {
  private let target: URL
  private var path: String { target.path }

  /// Makes a replacement of a file, or of what a link leads to.
  init(of url: URL) { target = url.resolvingSymlinksInPath() }

  /// Writes the content.
  ///
  /// - Parameters:
  ///   - data: The content.
  ///   - progress: Called with the number of bytes written so far; what it throws ends the writing.
  /// - Throws: A ``FileError``, or what `progress` throws.
  func write(_ data: Data, progress: (Int) throws -> Void) throws {
    switch kind {
    case .regular?: try replace(with: data, progress)
    case .folder?: throw FileError(.save, path, errno: EISDIR)
    // A device or a pipe: to put a file into its place would destroy it.
    case .special?: try write(data, to: try open(path, O_WRONLY), progress)
    case nil:
      try createFolder()
      try replace(with: data, progress)
    }
  }

  private enum Kind { case regular, folder, special }

  /// What there is now.
  private var kind: Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .folder
    default: return .special
    }
  }

  private func createFolder() throws {
    let folder = target.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw FileError(.createFolder, folder.path, error)
    }
  }

  private func replace(with data: Data, _ progress: (Int) throws -> Void) throws {
    let folder = target.deletingLastPathComponent()
    let other = folder.appendingPathComponent(".\(UUID().uuidString).saving").path
    let handle = try open(other, O_WRONLY | O_CREAT | O_EXCL)
    do {
      var status = stat()
      if stat(path, &status) == 0 { fchmod(handle.fileDescriptor, status.st_mode & 0o7777) }
      try write(data, to: handle, progress)
      if rename(other, path) != 0 { throw FileError(.save, path, errno: errno) }
    } catch {
      unlink(other)
      throw error
    }
    // The new name has to reach the disk too. Some file systems cannot do that for a folder.
    if let handle = try? open(folder.path, O_RDONLY) { fsync(handle.fileDescriptor) }
  }

  private func write(
    _ data: Data,
    to handle: FileHandle,
    _ progress: (Int) throws -> Void
  ) throws {
    var written = 0
    do {
      while written < data.count {
        try progress(written)
        let rest = data.dropFirst(written).prefix(1 << 20)
        try handle.write(contentsOf: rest)
        written += rest.count
      }
      try progress(written)
      if fsync(handle.fileDescriptor) != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS {
        throw FileError(.save, path, errno: errno)
      }
      try handle.close()
    } catch let error where error is CancellationError || error is FileError {
      throw error
    } catch {
      throw FileError(.save, path, error)
    }
  }

  private func open(_ path: String, _ flags: Int32) throws -> FileHandle {
    let descriptor = systemOpen(path, flags | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw FileError(.save, self.path, errno: errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

/// `open`, under a name that a method of the same name does not hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

package import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// The kind of file at a path.
package enum FileKind {
  case regular
  case folder
  /// A device, a pipe or a similar file, which must not be replaced.
  case special

  /// Returns the kind of file at a path or at the destination of a link; `nil` if there is none.
  package static func of(_ path: String) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .folder
    default: return .special
    }
  }
}

/// The system calls that replace a file.
package enum SystemFile {
  /// Opens a file, which is closed when the handle is released.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - flags: The flags of the function `open`.
  ///   - target: The path to name in an error.
  ///   - operation: The operation to name in an error.
  /// - Returns: A handle of the file.
  /// - Throws: A ``FileError``.
  package static func open(
    _ path: String,
    _ flags: Int32,
    for target: String,
    operation: FileError.Operation = .save
  ) throws -> FileHandle {
    let descriptor = systemOpen(path, flags | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw FileError(operation, target, errno: errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Opens a device, a pipe or a similar file for writing.
  ///
  /// A pipe that has a path and that no process reads is an error, because opening it would block
  /// the thread until a process does.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isBlocking: Whether a call that writes waits until there is room. If not, write with
  ///     ``write(_:to:waiting:)``.
  /// - Returns: A handle of the file.
  /// - Throws: A ``FileError``.
  package static func openSpecial(
    _ path: String,
    isBlocking: Bool = true
  ) throws -> FileHandle {
    let handle: FileHandle
    do {
      handle = try open(path, O_WRONLY | O_NONBLOCK, for: path)
    } catch let error as FileError where error.code == .ENXIO && isPipe(path) {
      throw FileError(.save, path: path, reason: "No process reads the pipe", code: .ENXIO)
    }
    if isBlocking {
      let flags = fcntl(handle.fileDescriptor, F_GETFL)
      _ = fcntl(handle.fileDescriptor, F_SETFL, flags & ~O_NONBLOCK)
    }
    #if canImport(Darwin)
    _ = fcntl(handle.fileDescriptor, F_SETNOSIGPIPE, 1)
    #endif
    return handle
  }

  private static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Writes all of the data.
  ///
  /// A pipe that no process reads anymore is an error, and not a signal that ends the process.
  package static func write(_ data: Data, to handle: FileHandle) throws {
    #if canImport(Darwin)
    try handle.write(contentsOf: data)
    #else
    try BrokenPipeSignal.suppressed { try handle.write(contentsOf: data) }
    #endif
  }

  /// Writes as much of a piece of data as a pipe or a device accepts, once it accepts any.
  ///
  /// - Parameters:
  ///   - data: The data, not empty.
  ///   - handle: The file, which was opened so that it does not block.
  ///   - wait: Waits until there is room.
  /// - Returns: The number of bytes that were written; zero if there was no room after all.
  /// - Throws: `CancellationError` if the wait was ended; a `POSIXError`.
  static func write(_ data: Data, to handle: FileHandle, waiting wait: FileWait) throws -> Int {
    try wait.until(.writing, of: handle)
    let bytes = [UInt8](data)
    let write = { systemWrite(handle.fileDescriptor, bytes, bytes.count) }
    #if canImport(Darwin)
    let (count, number) = write()
    #else
    let (count, number) = BrokenPipeSignal.suppressed(write)
    #endif
    if count >= 0 { return count }
    if number == EAGAIN || number == EINTR { return 0 }
    throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
  }

  /// Returns the location to which the symbolic links at a path lead, even if no file exists there.
  ///
  /// - Throws: A ``FileError`` if the links form a cycle.
  package static func destination(of url: URL) throws -> URL {
    // An open pipe appears as a link, but has no destination.
    if FileKind.of(url.path) == .special { return url }
    var path = url.resolvingSymlinksInPath().path
    for _ in 0..<longestChainOfLinks {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return URL(fileURLWithPath: path)
      }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      path = next.hasPrefix("/") ? next : "\(folder)/\(next)"
    }
    throw FileError(.save, url.path, errno: ELOOP)
  }

  /// The number of links that the system follows.
  private static let longestChainOfLinks = 40

  /// Creates the folder of a file, and its parents.
  package static func createFolder(of file: URL) throws {
    let folder = file.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw FileError(.createFolder, folder.path, error)
    }
  }

  /// Copies the permissions of an existing file to an open one that will replace it.
  ///
  /// The right to run with the identity of the owner or the group is copied only if the new file
  /// has the same owner and group, because otherwise it would be the right of another user.
  package static func takeOverPermissions(of path: String, by handle: FileHandle) {
    var status = stat()
    var own = stat()
    guard stat(path, &status) == 0, fstat(handle.fileDescriptor, &own) == 0 else { return }
    let isSame = status.st_uid == own.st_uid && status.st_gid == own.st_gid
    fchmod(handle.fileDescriptor, status.st_mode & (isSame ? 0o7777 : 0o777))
  }

  /// Restricts the permissions of an open file to those of the file that it will replace.
  package static func hideLike(_ path: String, _ handle: FileHandle) {
    var status = stat()
    if stat(path, &status) == 0 {
      fchmod(handle.fileDescriptor, status.st_mode & 0o777 | S_IRUSR | S_IWUSR)
    }
  }

  /// Flushes the content of a file to the disk, where the file system supports it.
  package static func synchronize(_ handle: FileHandle, for target: String) throws {
    if fsync(handle.fileDescriptor) != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS {
      throw FileError(.save, target, errno: errno)
    }
  }

  /// Moves a file over another one in the same folder, in one step.
  package static func move(_ path: String, over target: String) throws {
    if rename(path, target) != 0 { throw FileError(.save, target, errno: errno) }
    // Flush the new name, too. Some file systems do not support that for a folder.
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    if let handle = try? open(folder, O_RDONLY, for: target) { fsync(handle.fileDescriptor) }
  }

  package static func remove(_ path: String) { unlink(path) }

  /// Locks an open file, unless it is locked; the lock ends with the handle.
  package static func lock(_ handle: FileHandle) -> Bool {
    flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Returns whether an open file is the one now at a path.
  package static func isCurrent(_ handle: FileHandle, at path: String) -> Bool {
    var opened = stat()
    var current = stat()
    return fstat(handle.fileDescriptor, &opened) == 0 && stat(path, &current) == 0
      && opened.st_ino == current.st_ino && opened.st_dev == current.st_dev
  }

  /// Returns whether an open file is a regular one of this user, under one name.
  package static func isOwn(_ handle: FileHandle) -> Bool {
    var status = stat()
    return fstat(handle.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid() && status.st_nlink == 1
  }

  package static func size(of handle: FileHandle) -> Int64 {
    var status = stat()
    return fstat(handle.fileDescriptor, &status) == 0 ? Int64(status.st_size) : 0
  }
}

/// `open`, for use where a method with that name hides it.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

/// `write`, for use where a method with that name hides it.
///
/// - Returns: The number of bytes that were written, or a negative number, and the error number.
private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int) -> (Int, Int32) {
  let written = write(descriptor, bytes, count)
  return (written, errno)
}

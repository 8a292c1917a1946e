package import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// What there is under a path.
package enum FileKind {
  case regular
  case folder
  /// A device, a pipe, and the like: to put a file into its place would destroy it.
  case special

  /// The kind of what the path or the link there leads to; `nil` if there is nothing.
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

/// The calls to the system that replacing a file is made of.
package enum SystemFile {
  /// Opens a file, and closes it when the handle is released.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - flags: As for the function `open`.
  ///   - target: The path that an error speaks of.
  /// - Returns: A handle of the file.
  /// - Throws: A ``FileError``.
  package static func open(_ path: String, _ flags: Int32, for target: String) throws -> FileHandle
  {
    let descriptor = systemOpen(path, flags | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw FileError(.save, target, errno: errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Where a file is to be put that shall be found under a path: behind the symbolic links that
  /// lead there, also if there is nothing yet.
  ///
  /// - Throws: A ``FileError`` if the links lead nowhere.
  package static func destination(of url: URL) throws -> URL {
    // What stands for an open pipe or the like is called a link, but leads to no path.
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

  /// As many as the system would follow.
  private static let longestChainOfLinks = 40

  /// Makes the folder of a file, and those around it.
  package static func createFolder(of file: URL) throws {
    let folder = file.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw FileError(.createFolder, folder.path, error)
    }
  }

  /// Gives an open file the permissions of the one it will replace, if there is one.
  package static func takeOverPermissions(of path: String, by handle: FileHandle) {
    var status = stat()
    if stat(path, &status) == 0 { fchmod(handle.fileDescriptor, status.st_mode & 0o7777) }
  }

  /// Lets nobody else look into an open file who may not look into the one that it will replace.
  package static func hideLike(_ path: String, _ handle: FileHandle) {
    var status = stat()
    if stat(path, &status) == 0 {
      fchmod(handle.fileDescriptor, status.st_mode & 0o777 | S_IRUSR | S_IWUSR)
    }
  }

  /// Waits until the content of a file is on the disk, if that can be had.
  package static func synchronize(_ handle: FileHandle, for target: String) throws {
    if fsync(handle.fileDescriptor) != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS {
      throw FileError(.save, target, errno: errno)
    }
  }

  /// Moves a file over another one in the same folder, in one step.
  package static func move(_ path: String, over target: String) throws {
    if rename(path, target) != 0 { throw FileError(.save, target, errno: errno) }
    // The new name has to reach the disk too. Some file systems cannot do that for a folder.
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    if let handle = try? open(folder, O_RDONLY, for: target) { fsync(handle.fileDescriptor) }
  }

  package static func remove(_ path: String) { unlink(path) }

  /// Takes the lock of an open file, if nobody has it; it ends with the handle.
  package static func lock(_ handle: FileHandle) -> Bool {
    flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Whether an open file is the one that is under a path now.
  package static func isCurrent(_ handle: FileHandle, at path: String) -> Bool {
    var opened = stat()
    var current = stat()
    return fstat(handle.fileDescriptor, &opened) == 0 && stat(path, &current) == 0
      && opened.st_ino == current.st_ino && opened.st_dev == current.st_dev
  }

  /// Whether an open file is a regular one of this user, under one name.
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

/// `open`, under a name that a method of the same name does not hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

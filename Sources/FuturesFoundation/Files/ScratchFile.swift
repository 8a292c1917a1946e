package import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// A new, hidden file next to another one, which it will replace.
///
/// Its name is that of the other file with a suffix, and it is locked while it is open. A file of
/// that name without a lock belongs to a process that was killed. It is removed, so that such files
/// do not accumulate. If the name is in use, too long, or taken by another user, or if the file
/// system has no locks, the new file has a unique name.
///
/// Close the handle after the file was moved or removed, and not before.
package struct ScratchFile: Sendable {
  package let path: String
  package let handle: FileHandle

  /// The number of attempts to create the file under its name, in case other processes try, too.
  private static let attempts = 8

  /// Creates a file that only users who can read the other one can read.
  ///
  /// - Parameters:
  ///   - target: The other file.
  ///   - suffix: The end of the name, such as `saving`.
  /// - Throws: A ``FileError``.
  package init(beside target: URL, suffix: String) throws {
    let folder = target.deletingLastPathComponent()
    let name = ".\(target.lastPathComponent).\(suffix)"
    if name.utf8.count <= Int(NAME_MAX) {
      let path = folder.appendingPathComponent(name).path
      if let handle = Self.create(path) {
        SystemFile.hideLike(target.path, handle)
        (self.path, self.handle) = (path, handle)
        return
      }
    }
    path = folder.appendingPathComponent(".\(UUID().uuidString).\(suffix)").path
    handle = try SystemFile.open(path, Self.flags, for: target.path)
    SystemFile.hideLike(target.path, handle)
  }

  private static var flags: Int32 { O_WRONLY | O_APPEND | O_CREAT | O_EXCL }

  /// Creates and locks a file under a name that others may use, too; returns `nil` if that fails.
  private static func create(_ path: String) -> FileHandle? {
    for _ in 0..<attempts {
      do {
        let handle = try SystemFile.open(path, flags, for: path)
        if SystemFile.lock(handle) {
          // Until there was a lock, another process may have removed the file.
          if SystemFile.isCurrent(handle, at: path) { return handle }
        } else if errno != EWOULDBLOCK {
          // There are no locks here. Otherwise the process that has the lock removes the file.
          SystemFile.remove(path)
          return nil
        }
      } catch {
        guard (error as? FileError)?.code == .EEXIST, removeAbandoned(path) else { return nil }
      }
    }
    return nil
  }

  /// Removes a file of this user that no process has locked.
  ///
  /// - Returns: Whether another attempt to create the file makes sense.
  private static func removeAbandoned(_ path: String) -> Bool {
    do {
      // Other users may know the name, and may have put something else there.
      let handle = try SystemFile.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, for: path)
      guard SystemFile.isOwn(handle), SystemFile.lock(handle) else { return false }
      // With the lock, no other process removes or moves the file.
      if SystemFile.isCurrent(handle, at: path) { SystemFile.remove(path) }
      try handle.close()
      return true
    } catch {
      return (error as? FileError)?.code == .ENOENT
    }
  }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// System metadata of a file: enough to distinguish files and to detect changes.
struct FileStamp: Hashable, Sendable {
  /// The identity of a file on this machine, which hard links to one file share.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  let identity: Identity
  let size: Int
  let modifiedSeconds: Int
  let modifiedNanoseconds: Int

  init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino)
    )
    size = Int(status.st_size)
    #if canImport(Darwin)
    let modified = status.st_mtimespec
    #else
    let modified = status.st_mtim
    #endif
    modifiedSeconds = Int(modified.tv_sec)
    modifiedNanoseconds = Int(modified.tv_nsec)
  }
}

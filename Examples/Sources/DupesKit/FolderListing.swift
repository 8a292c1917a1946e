#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The direct contents of one folder.
///
/// Symbolic links, pipes, sockets, and devices are left out: none of them is a file of the folder.
struct FolderListing: Sendable {
  private(set) var files: [FoundFile] = []
  private(set) var folders: [BytePath] = []
  private(set) var problems: [FileProblem] = []

  /// Lists a folder; one that cannot be read gives an empty listing with a problem.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - followingLink: whether the path itself may be a symbolic link to a folder.
  init(of folder: BytePath, followingLink: Bool = false) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLink ? 0 : O_NOFOLLOW)
    let descriptor = open(folder.nullTerminated, flags)
    guard descriptor >= 0, let stream = fdopendir(descriptor) else {
      problems.append(FileProblem(lastErrorAt: folder))
      if descriptor >= 0 { close(descriptor) }
      return
    }
    defer { closedir(stream) }

    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      add(UnsafeRawPointer(entry), of: folder, at: descriptor)
    }
    if errno != 0 { problems.append(FileProblem(lastErrorAt: folder)) }
  }

  /// Notes one entry of the folder.
  ///
  /// The name is read in place: an entry takes less room than its C type, so it must not be copied
  /// as a value of that type.
  private mutating func add(_ entry: UnsafeRawPointer, of folder: BytePath, at descriptor: CInt) {
    let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name)!
    let kindOffset = MemoryLayout<dirent>.offset(of: \.d_type)!
    let name = (entry + nameOffset).assumingMemoryBound(to: CChar.self)
    let nameBytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
    let kind = Int(entry.load(fromByteOffset: kindOffset, as: UInt8.self))
    if nameBytes.elementsEqual(".".utf8) || nameBytes.elementsEqual("..".utf8) { return }

    let path = folder.appending(nameBytes)
    if kind == Int(DT_DIR) { return folders.append(path) }
    guard kind == Int(DT_REG) || kind == Int(DT_UNKNOWN) else { return }

    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return problems.append(FileProblem(lastErrorAt: path))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: files.append(FoundFile(path: path, stamp: FileStamp(status)))
    case S_IFDIR: folders.append(path)
    default: break
    }
  }
}

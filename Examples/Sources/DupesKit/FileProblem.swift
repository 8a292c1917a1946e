#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file or folder that was skipped, and why.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path that was skipped.
  public let path: BytePath
  /// The reason, in the words of the system if the system refused.
  public let reason: String

  /// Creates a problem with a reason in words.
  public init(_ path: BytePath, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Creates a problem from the error of the last system call.
  init(lastErrorAt path: BytePath) {
    self.init(path, String(cString: strerror(errno)))
  }

  /// One line: the path and the reason.
  public var description: String { "\(path): \(reason)" }
}

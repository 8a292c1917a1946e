public import Foundation

/// The error of a file that cannot be read or saved.
public struct FileError: Error, Hashable, Sendable {
  /// The operation that failed.
  public struct Operation: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case load, save
      case createFolder = "create the folder"
    }

    private let kind: Kind

    /// Reading the file.
    public static let load = Operation(kind: .load)

    /// Creating the folder of the file, and its parents.
    public static let createFolder = Operation(kind: .createFolder)

    /// Writing the file.
    public static let save = Operation(kind: .save)

    /// A verb for the operation.
    public var description: String { kind.rawValue }
  }

  /// The operation that failed.
  public let operation: Operation

  /// The path of the file or folder.
  public let path: String

  /// The reason given by the system, such as "No space left on device".
  public let reason: String

  /// The error code of the system, if there is one.
  public let code: POSIXErrorCode?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - operation: The operation that failed.
  ///   - path: The path of the file or folder.
  ///   - reason: The reason given by the system.
  ///   - code: The error code of the system, if there is one.
  public init(_ operation: Operation, path: String, reason: String, code: POSIXErrorCode? = nil) {
    self.operation = operation
    self.path = path
    self.reason = reason
    self.code = code
  }
}

extension FileError: CustomStringConvertible {
  /// A message with the operation, the path and the reason.
  public var description: String { "Cannot \(operation) \(path): \(reason)." }
}

extension FileError {
  /// Creates an error from an error number of the system.
  package init(_ operation: Operation, _ path: String, errno number: Int32) {
    self.init(
      operation,
      path: path,
      reason: String(cString: strerror(number)),
      code: POSIXErrorCode(rawValue: number)
    )
  }

  /// Creates an error from one that Foundation has thrown.
  package init(_ operation: Operation, _ path: String, _ error: any Error) {
    var next: (any Error)? = error
    while let error = next {
      let number =
        (error as? POSIXError)?.code.rawValue
        ?? ((error as NSError).domain == NSPOSIXErrorDomain ? Int32((error as NSError).code) : nil)
      if let number {
        self.init(operation, path, errno: number)
        return
      }
      next = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    }
    var reason = (error as NSError).localizedDescription
    while reason.last == "." { reason.removeLast() }
    self.init(operation, path: path, reason: reason)
  }
}

extension FileError {
  /// Throws if a file cannot be read, or is a folder.
  package static func unlessReadable(_ file: URL) throws {
    if FileKind.of(file.path) == .folder { throw FileError(.load, file.path, errno: EISDIR) }
    // Opening a pipe that no process writes to must not block the thread.
    let flags = O_RDONLY | O_NONBLOCK
    _ = try SystemFile.open(file.path, flags, for: file.path, operation: .load)
  }
}

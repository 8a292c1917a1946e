public import Foundation

/// Why a file could not be read or saved.
public struct FileError: Error, Hashable, Sendable {
  /// What was being done.
  public struct Operation: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case load, save
      case createFolder = "create the folder"
    }

    private let kind: Kind

    /// Reading the file.
    public static let load = Operation(kind: .load)

    /// Making the folder of the file, and those around it.
    public static let createFolder = Operation(kind: .createFolder)

    /// Writing the file.
    public static let save = Operation(kind: .save)

    /// A verb for it.
    public var description: String { kind.rawValue }
  }

  /// What was being done.
  public let operation: Operation

  /// The path of the file or folder.
  public let path: String

  /// What the system says, such as "No space left on device".
  public let reason: String

  /// The system's number for the reason, if there is one.
  public let code: POSIXErrorCode?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - operation: What was being done.
  ///   - path: The path of the file or folder.
  ///   - reason: What the system says.
  ///   - code: The system's number for the reason, if there is one.
  public init(_ operation: Operation, path: String, reason: String, code: POSIXErrorCode? = nil) {
    self.operation = operation
    self.path = path
    self.reason = reason
    self.code = code
  }
}

extension FileError: CustomStringConvertible {
  /// What could not be done, with which file, and why.
  public var description: String { "Cannot \(operation) \(path): \(reason)." }
}

extension FileError {
  /// Makes an error of the system's last one.
  package init(_ operation: Operation, _ path: String, errno number: Int32) {
    self.init(
      operation,
      path: path,
      reason: String(cString: strerror(number)),
      code: POSIXErrorCode(rawValue: number)
    )
  }

  /// Makes an error of what Foundation has thrown.
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
    do {
      if FileKind.of(file.path) == .folder { throw FileError(.load, file.path, errno: EISDIR) }
      try FileHandle(forReadingFrom: file).close()
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(.load, file.path, error)
    }
  }
}

internal import Foundation
internal import FuturesFoundation

extension FileError: RecordableValue {
  package var recorded: RecordedFileError { RecordedFileError(self) }
}

/// An error of a file in the form that a durable run records.
package struct RecordedFileError: RecordedForm {
  private let operation: String
  private let path: String
  private let reason: String
  private let code: Int32?

  init(_ error: FileError) {
    operation = error.operation.description
    path = error.path
    reason = error.reason
    code = error.code?.rawValue
  }

  package var value: any Sendable {
    let operations: [FileError.Operation] = [.load, .createFolder, .save]
    return FileError(
      operations.first { $0.description == operation } ?? .save,
      path: path,
      reason: reason,
      code: code.flatMap { POSIXErrorCode(rawValue: $0) }
    )
  }
}

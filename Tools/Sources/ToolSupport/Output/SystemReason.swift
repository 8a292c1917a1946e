import Foundation

/// The reason why the system refused an operation, in the words of the system.
package struct SystemReason: CustomStringConvertible {
  /// The number of the error, if the system provides one.
  package let number: Int32?

  private let error: any Error

  package init(_ error: any Error) {
    self.error = error
    var candidate: NSError? = error as NSError
    while let current = candidate, current.domain != NSPOSIXErrorDomain {
      candidate = current.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    number = candidate.map { Int32(truncatingIfNeeded: $0.code) }
  }

  package var description: String {
    guard let number else { return error.localizedDescription }
    return String(cString: strerror(number)).lowercased()
  }
}

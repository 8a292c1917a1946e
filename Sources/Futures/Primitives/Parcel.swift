/// A value that a job releases, regardless of when the submitter lets go of the job.
final class Parcel<Value: Sendable>: Sendable {
  private let value: Locked<Value?>

  private init(_ value: consuming Value) { self.value = Locked(consume value) }

  /// Releases a value in a job.
  ///
  /// - Parameters:
  ///   - value: The value; the caller keeps no other reference.
  ///   - submit: Runs or drops the job that it receives.
  static func release(
    _ value: consuming Value,
    in submit: (@escaping @Sendable () -> Void) -> Void
  ) {
    let parcel = Parcel(consume value)
    submit { parcel.empty() }
  }

  private func empty() {
    let value = value.withLock { $0.take() }
    withExtendedLifetime(value) {}
  }
}

/// A value that a job releases, regardless of when the submitter lets go of the job.
final class Parcel<Value: Sendable>: Sendable {
  private let value: Locked<Value?>

  init(_ value: consuming Value) { self.value = Locked(consume value) }

  func empty() {
    let value = value.withLock { $0.take() }
    withExtendedLifetime(value) {}
  }
}

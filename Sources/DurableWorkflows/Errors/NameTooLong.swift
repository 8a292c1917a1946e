/// An error that reports an identifier, a key, or another name that is too long for a store.
///
/// The limits hold for all stores, so that you can change the store: the identifier of a run and
/// the names of signals and schedules have at most 1,000 bytes in UTF-8, the names of workflows and
/// of queues, their partitions and keys, and the names and values of tags 400.
public struct NameTooLong: Error, Hashable, CustomStringConvertible {
  /// What the name is of, such as `run`.
  public let subject: String
  /// The size of the name, in bytes.
  public let size: Int
  /// The maximum size, in bytes.
  public let limit: Int
  private let start: String

  /// A message that says which name is too long.
  public var description: String {
    "The name of a \(subject) that begins with '\(start)' has \(size) bytes, and at most \(limit) can "
      + "be stored. Choose a shorter one, such as a hash of it."
  }
}

extension NameTooLong {
  /// The maximum size of an identifier.
  ///
  /// PostgreSQL keeps the columns of an index together in a third of a page, 2,700 bytes: the
  /// longest index has a queue, a partition, a workflow, and an identifier.
  package static let identifierLimit = 1000
  package static let nameLimit = 400

  /// Returns an identifier, or its beginning and a hash if it is too long.
  ///
  /// Two with the same hash are told apart as two runs with one identifier are.
  static func shortened(_ identifier: String) -> String {
    if identifier.utf8.count <= identifierLimit { return identifier }
    var start = Substring(identifier)
    while start.utf8.count > identifierLimit - 40 { start.removeLast() }
    let hash = UInt(bitPattern: SchemaFingerprint(identifier).value)
    return "\(start)#\(String(hash, radix: 16))"
  }

  /// Throws if a name is too long.
  static func check(_ name: String?, of subject: String, limit: Int = identifierLimit) throws {
    if let error = NameTooLong(name, of: subject, limit: limit) { throw error }
  }

  /// Throws if a tag is too long.
  static func check(tag name: String, _ value: String?) throws {
    try check(name, of: "tag", limit: nameLimit)
    try check(value, of: "value of a tag", limit: nameLimit)
  }

  /// Creates an error, if a name is too long.
  init?(_ name: String?, of subject: String, limit: Int) {
    guard let name, name.utf8.count > limit else { return nil }
    self.init(
      subject: subject,
      size: name.utf8.count,
      limit: limit,
      start: String(name.prefix(40))
    )
  }
}

extension RunSubmission {
  /// Throws if a name is too long.
  func requireShortNames() throws {
    try NameTooLong.check(id, of: "run")
    try NameTooLong.check(workflow, of: "workflow", limit: NameTooLong.nameLimit)
    try place?.requireShortNames()
    for (name, value) in tags { try NameTooLong.check(tag: name, value) }
  }
}

extension QueuePlace {
  /// Throws if a name is too long.
  func requireShortNames() throws {
    try NameTooLong.check(queue, of: "queue", limit: NameTooLong.nameLimit)
    try NameTooLong.check(partition, of: "partition", limit: NameTooLong.nameLimit)
    try NameTooLong.check(key, of: "key", limit: NameTooLong.nameLimit)
  }
}

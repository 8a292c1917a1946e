import DurableWorkflows

/// What is asked of the list of runs, as fields of its address.
///
/// Names are taken as they are: white space at their ends belongs to them.
struct ListFilter {
  let statuses: [StatusName]
  let prefix: String?
  let workflow: String?
  let queue: String?
  let partition: String?
  let tags: [String]
  let from: String?
  let until: String?

  /// Reads fields.
  ///
  /// - Throws: ``Refusal`` if there is no such status, or a text is longer than all names.
  init(_ fields: FormFields) throws {
    statuses = try fields.all("status").map { name in
      guard let status = StatusName(rawValue: name) else { throw Refusal.noSuchStatus(name) }
      return status
    }
    prefix = fields["prefix"]
    workflow = fields["workflow"]
    queue = fields["queue"]
    // Empty in a form is any; the partition without a name cannot be asked for.
    partition = fields["partition"]
    tags = fields.all("tag")
    from = fields.trimmed("from")
    until = fields.trimmed("until")
    // The answer repeats each of them several times.
    if names.contains(where: { $1?.utf8.count ?? 0 > Self.longestName }) {
      throw Refusal.longName(limit: Self.longestName)
    }
  }

  /// Longer than an identifier, and than the name and the value of a tag together.
  private static let longestName = 1000

  private var names: [(String, String?)] {
    [
      ("prefix", prefix), ("workflow", workflow), ("queue", queue), ("partition", partition),
    ] + tags.map { ("tag", $0) } + [("from", from), ("until", until)]
  }

  /// Whether the list has not all runs of its statuses.
  var isNarrow: Bool { names.contains { $1 != nil } }

  /// The fields, for an address.
  var text: String { text(of: statuses) }

  private func text(of statuses: [StatusName]) -> String {
    Address.query(statuses.map { ("status", $0.rawValue) } + names)
  }

  /// The address of the same list with another status.
  func address(_ statuses: [StatusName]) -> String {
    let text = text(of: statuses)
    return text.isEmpty ? "/" : "/?" + text
  }

  /// The address of a page of the list.
  ///
  /// - Parameters:
  ///   - after: The run before the page; `nil` for the first page.
  ///   - back: The runs before the pages that led there.
  /// - Returns: The address.
  func address(after: String?, back: some Collection<String>) -> String {
    let place = Address.query([("after", after)] + back.map { ("back", $0) })
    let parts = [text, place].filter { !$0.isEmpty }
    return parts.isEmpty ? "/" : "/?" + parts.joined(separator: "&")
  }

  /// The query, without a limit.
  ///
  /// - Throws: ``RunsScreen/Problem`` if a field cannot be read.
  var query: RunQuery {
    get throws {
      // No store has a name with that character, and some refuse to look for one.
      guard !names.contains(where: { $1?.utf8.contains(0) ?? false }) else {
        throw RunsScreen.Problem(text: "Nothing has the character with the number 0 in its name.")
      }
      let tags = try tags.map { text in
        guard let tag = RunTag(text) else {
          throw RunsScreen.Problem(text: "'\(text.shortened)' is no tag. Write it as name=value.")
        }
        return tag
      }
      return RunQuery(
        statuses: Set(statuses.map(\.status)),
        workflow: workflow,
        idPrefix: prefix,
        queue: queue,
        partition: partition,
        tags: Dictionary(tags.map { ($0.name, $0.value) }) { $1 },
        submitted: try submitted
      )
    }
  }

  /// The times between which the runs were submitted; `nil` for all times.
  private var submitted: Range<StoreTime>? {
    get throws {
      if from == nil, until == nil { return nil }
      let first = try Self.time(from) ?? 0
      let end = try Self.time(until) ?? .max
      guard first < end else {
        throw RunsScreen.Problem(text: "No time is from the first one until the second one.")
      }
      return first..<end
    }
  }

  private static func time(_ text: String?) throws -> StoreTime? {
    guard let text else { return nil }
    guard let time = TimeText.time(text) else {
      throw RunsScreen.Problem(
        text: "'\(text.shortened)' is no time. Write it as 2026-11-30T12:30, in UTC."
      )
    }
    return time
  }
}

internal import AppLinks
internal import JSONValues

/// A collector of findings about a file of JSON, with helpers to read its parts.
struct AssociationReader {
  /// The maximum number of findings; an additional one reports that there are others.
  static let maximumFindings = 100

  /// The maximum number of rules and of apps in a file; the others are not read.
  static let maximumRules = 10_000
  static let maximumApps = 2_000

  /// The maximum number of reasons why an object could be read in another way; none adds more.
  static let maximumDoubts = 10

  /// The maximum number of unknown names of members that are compared with known ones.
  private static let maximumNames = 10_000

  /// The maximum number of bytes of a file that is read.
  static let maximumBytes = 1 << 20

  private(set) var findings: [LintFinding] = []

  /// The number of unknown names that were compared with known ones.
  private var comparedNames = 0

  private let places: TextPlaces

  init(_ bytes: [UInt8]) { places = TextPlaces(bytes) }

  /// Whether further findings are not reported.
  private var isFull: Bool { findings.count > Self.maximumFindings }

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - code: A code that the explanations contain.
  ///   - offset: The number of bytes before the place, or `nil` for the whole file.
  ///   - subject: The path to the part of the file.
  ///   - message: What is wrong. It is not made for findings above the maximum.
  ///   - advice: What to do. The default is the advice of the explanation.
  mutating func add(
    _ code: AppLinkDiagnostic.Code,
    at offset: Int?,
    _ subject: String? = nil,
    _ message: @autoclosure () -> String,
    advice: @autoclosure () -> String? = nil
  ) {
    if isFull { return }
    if findings.count == Self.maximumFindings {
      findings.append(
        .association(.associationLimit, "There are more findings than are reported.")
      )
      return
    }
    var finding = LintFinding.association(code, message(), advice: advice())
    finding.subject = subject
    if let offset { (finding.line, finding.column) = places.place(at: offset) }
    findings.append(finding)
  }

  /// Returns the line of a place.
  func line(at offset: Int) -> Int { places.place(at: offset).line }

  /// Returns the findings in the order of the file.
  func sortedFindings() -> [LintFinding] {
    findings.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      return (first.line ?? 0, first.column ?? 0, left.offset)
        < (second.line ?? 0, second.column ?? 0, right.offset)
    }
    .map(\.element)
  }

  /// Returns the members of an object by name, and reports names that occur twice.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - subject: The path to the value.
  ///   - doubts: Receives the names that occur twice.
  /// - Returns: The members, or `nil` if the value is not an object. Of two members with one name,
  ///   the last is used.
  mutating func members(
    of node: JSONNode,
    _ subject: String,
    doubts: inout [String]
  ) -> [String: JSONNode.Member]? {
    guard let members = node.members else { return nil }
    var byName: [String: JSONNode.Member] = [:]
    for member in members {
      if byName.updateValue(member, forKey: member.name) != nil {
        add(
          .duplicateName,
          at: member.offset,
          subject,
          "The name '\(shown(member.name))' occurs twice in one object."
        )
        if doubts.count < Self.maximumDoubts {
          doubts.append("the name '\(shown(member.name))' occurs twice, and either value may count")
        }
      }
    }
    return byName
  }

  /// Reports names that are not among the known ones, but similar to one of them.
  mutating func checkNames(
    _ members: [String: JSONNode.Member],
    _ subject: String,
    known: [String]
  ) {
    let missing = known.filter { members[$0] == nil }
    for member in members.values where !known.contains(member.name) {
      comparedNames += 1
      if isFull || comparedNames > Self.maximumNames { return }
      guard let similar = missing.first(where: { isSimilar(member.name, to: $0) }) else { continue }
      add(
        .misspeltName,
        at: member.offset,
        subject,
        "The name '\(shown(member.name))' is ignored; it resembles '\(similar)'.",
        advice: "Write '\(similar)'."
      )
    }
  }

  /// Returns the strings of an array, and reports everything else.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - subject: The path to the value.
  ///   - doubts: Receives a reason if something else is reported, because it is not known whether
  ///     systems use the strings beside it.
  /// - Returns: The strings, each with the number of bytes before it.
  mutating func strings(
    _ node: JSONNode,
    _ subject: String,
    doubts: inout [String]
  ) -> [(text: String, offset: Int)] {
    guard let elements = node.elements else {
      add(.wrongType, at: node.offset, subject, "The value is not an array of strings.")
      doubts.append("it is not known how '\(subject)' is read, which is not an array of strings")
      return []
    }
    if elements.contains(where: { $0.stringValue == nil }) {
      doubts.append("it is not known how '\(subject)' is read, which has values of another type")
    }
    var strings: [(text: String, offset: Int)] = []
    for (index, element) in elements.enumerated() {
      if let text = element.stringValue {
        strings.append((text, element.offset))
      } else {
        add(.wrongType, at: element.offset, "\(subject)[\(index)]", "The value is not a string.")
      }
    }
    return strings
  }

  /// Returns whether names differ only in case, or by one character.
  private func isSimilar(_ name: String, to known: String) -> Bool {
    let first = Array(name.lowercased().utf8)
    let second = Array(known.lowercased().utf8)
    guard first.count > 1, second.count > 1, abs(first.count - second.count) <= 1 else {
      return false
    }
    let start = zip(first, second).prefix { $0 == $1 }.count
    let end = zip(first.reversed(), second.reversed()).prefix { $0 == $1 }.count
    return start + end >= max(first.count, second.count) - 1
  }
}

extension LintFinding {
  /// Creates a finding with the severity and the advice of the explanation.
  static func association(
    _ code: AppLinkDiagnostic.Code,
    _ message: String,
    advice: String? = nil
  ) -> LintFinding {
    LintFinding(code, AssociationExplanations.byCode[code], message, advice)
  }
}

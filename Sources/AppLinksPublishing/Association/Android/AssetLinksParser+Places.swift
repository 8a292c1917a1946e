internal import AppLinks
internal import JSONValues

extension AssetLinksParser {
  private static let rules = "dynamic_app_link_components"

  /// Reports dynamic rules of a statement that are not where Android looks for them.
  mutating func checkPlaces(_ members: [String: JSONNode.Member], _ subject: String) {
    let extensions = "relation_extensions"
    report(members[Self.rules], subject, "in the statement itself")
    if let target = members["target"]?.value {
      for name in [Self.rules, extensions] {
        report(target.member(named: name), "\(subject).target", "in the target")
      }
    }
    guard let node = members[extensions]?.value else { return }
    report(node.member(named: Self.rules), "\(subject).\(extensions)", "in no relation")
    let relations = (members["relation"]?.value.elements ?? []).compactMap(\.stringValue)
    for relation in node.members ?? [] {
      let isRight = relation.name == AssetLinks.handleAllURLs
      if isRight, relations.contains(relation.name) { continue }
      report(
        relation.value.member(named: Self.rules),
        "\(subject).\(extensions)",
        isRight
          ? "of a relation that the statement does not have"
          : "in the relation '\(shown(relation.name))'"
      )
    }
  }

  private mutating func report(_ member: JSONNode.Member?, _ subject: String, _ place: String) {
    guard let member else { return }
    reader.add(
      .misplacedDynamicRules,
      at: member.offset,
      subject,
      "The '\(shown(member.name))' \(place) has no effect."
    )
  }
}

extension JSONNode {
  /// The last member with a name, or `nil` if there is none or the value is not an object.
  fileprivate func member(named name: String) -> Member? { members?.last { $0.name == name } }
}

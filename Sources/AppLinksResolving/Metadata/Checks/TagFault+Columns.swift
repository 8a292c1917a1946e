extension TagFault {
  /// Returns the tags of several apps in one group that cannot be told apart.
  package static func columns(of grouped: GroupedTags) -> [TagFault] {
    var faults: [TagFault] = []
    for group in grouped.appGroups {
      let rows = group.rowCount
      guard rows > 1 else { continue }
      for key in group.keys where TagVocabulary.keys[group.platform]?.contains(key) == true {
        let entries = group[key]
        guard entries.count < rows, let last = entries.last else { continue }
        let property = "al:\(group.platform):\(key)"
        let rest =
          entries.count == 1
          ? "but '\(property)' is there once. The first app gets it."
          : "but '\(property)' is there \(entries.count) times. The first \(entries.count) apps "
            + "get it."
        faults.append(
          TagFault(
            .misalignedTags,
            at: last.tag,
            "The group describes \(rows) apps, \(rest)",
            advice: "Begin each app with a tag that has the platform only, 'al:\(group.platform)'."
          )
        )
      }
    }
    return faults
  }
}

extension TagFault {
  /// Returns the ambiguous tags of several apps in one group.
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
          ? "but only one '\(property)', which belongs to the first app."
          : "but only \(entries.count) of '\(property)', which belong to the first "
            + "\(entries.count) apps."
        faults.append(
          TagFault(
            .misalignedTags,
            at: last.tag,
            "The group describes \(rows) apps, \(rest)",
            advice: "Begin each app with a tag that names only the platform, "
              + "'al:\(group.platform)'."
          )
        )
      }
    }
    return faults
  }
}

public import JSONValues

extension IndexAnswer {
  /// The answer as the JSON of a Graph API, which ``init(json:)`` reads.
  ///
  /// The tags of a page become the objects of its `app_links`, one for each target, so that readers
  /// find the same targets and the same web fallback. Tags that no reader uses, such as
  /// `al:ios:url:secure`, are left out.
  ///
  /// - Complexity: O(*n*) in the number of tags.
  public var json: JSONValue {
    .object(
      Dictionary(
        uniqueKeysWithValues: entries.map { url, entry in (url, Self.json(of: entry, url)) }
      )
    )
  }

  private static func json(of entry: Entry, _ url: String) -> JSONValue {
    switch entry {
    case .failure(let message):
      return ["id": .string(url), "error": ["message": .string(message)]]
    case .metadata(let metadata):
      let platforms = metadata.tree.children.filter { isName($0.key) }
        .mapValues { groups in JSONValue.array(groups.flatMap(objects)) }
        .filter { $0.value != [] }
      return ["id": .string(url), "app_links": .object(platforms)]
    }
  }

  /// Returns the objects of a group: the first values of its keys, the second ones, and so on.
  private static func objects(of group: AppLinkNode) -> [JSONValue] {
    let columns = group.children.filter { isName($0.key) }
    let count = columns.values.map(\.count).max() ?? 0
    return (0..<count).compactMap { index in
      let values = columns.compactMapValues { $0.dropFirst(index).first?.value }
      return values.isEmpty ? nil : .object(values.mapValues { .string($0) })
    }
  }
}

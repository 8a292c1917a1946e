internal import AppLinks
internal import Foundation
public import JSONValues

extension IndexAnswer {
  /// The answer as the JSON of a Graph API, which ``init(json:)`` and Facebook's SDK read.
  ///
  /// The tags of a page become the objects of its `app_links`: a list for each platform, with one
  /// object for each target, and one object `web` for the fallback, so that readers find the same
  /// targets and the same web fallback. Tags that no reader uses, such as `al:ios:url:secure`, and
  /// an `al:web:url` that is not a web page, are left out. A relative one becomes absolute.
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
      var members = metadata.tree.children.filter { isName($0.key) && $0.key != "web" }
        .mapValues { groups in JSONValue.array(groups.flatMap(objects)) }
        .filter { $0.value != [] }
      members["web"] = web(of: metadata, url)
      return ["id": .string(url), "app_links": .object(members)]
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

  /// Returns the web fallback of a page, or `nil` if it says nothing about it.
  private static func web(of metadata: AppLinkMetadata, _ page: String) -> JSONValue? {
    if metadata.forbidsWebFallback { return ["should_fallback": false] }
    let group = metadata.tree["web"].first
    var web: [String: JSONValue] = [:]
    if group?["should_fallback"].first?.value != nil { web["should_fallback"] = true }
    if group?["url"].first?.value != nil, let page = URL(string: page),
      let url = metadata.webURL(for: page), url != page
    {
      web["url"] = .string(url.absoluteString)
    }
    return web.isEmpty ? nil : .object(web)
  }
}

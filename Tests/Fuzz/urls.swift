import AppLinks

/// The fields, ended by NUL, are a URL, and the name and value of a parameter.
@_cdecl("LLVMFuzzerTestOneInput")
public func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(data, count)
  let url = URLParts(input.field())
  let name = input.field()
  let value = input.text
  requireWhole(url)
  requireSet(url, name, value)
  requireRemoved(url, name)
  _ = (url.host, url.isWeb, url.hasUserInfo, url.normalizedScheme, url.queryDictionary)
  return 0
}

/// The parts put together are the URL.
func requireWhole(_ url: URLParts) {
  var text = url.scheme.map { $0 + ":" } ?? ""
  text += url.authority.map { "//" + $0 } ?? ""
  text += url.path + (url.query.map { "?" + $0 } ?? "") + (url.fragment.map { "#" + $0 } ?? "")
  require(isSame(text, url.text), "'\(url)' became '\(text)'")
  let query = url.queryItems.map(\.rawText).joined(separator: "&")
  require(isSame(query, url.query ?? ""), "the query of '\(url)' became '\(query)'")
  for item in url.queryItems where item.rawValue == nil {
    require(item.value == nil, "'\(item.rawText)' has a value")
  }
}

/// Everything but the query is the same in both.
func requireSameOutsideQuery(_ url: URLParts, _ edited: URLParts) {
  require(isSame(edited.scheme, url.scheme), "scheme of '\(url)' in '\(edited)'")
  require(isSame(edited.authority, url.authority), "authority of '\(url)' in '\(edited)'")
  require(isSame(edited.path, url.path), "path of '\(url)' in '\(edited)'")
  require(isSame(edited.fragment, url.fragment), "fragment of '\(url)' in '\(edited)'")
}

/// The pieces of the query that have another name, as they are written, without empty ones.
func others(_ url: URLParts, _ name: String) -> [[UInt8]] {
  url.queryItems.filter { $0.name != name && !$0.rawText.isEmpty }.map { Array($0.rawText.utf8) }
}

func requireSet(_ url: URLParts, _ name: String, _ value: String) {
  let edited = url.setting(name, to: value)
  requireWhole(edited)
  requireSameOutsideQuery(url, edited)
  require(others(edited, name) == others(url, name), "'\(url)' became '\(edited)'")
  let set = edited.queryItems.filter { $0.name == name && !$0.rawText.isEmpty }
  require(set.count == 1, "\(set.count) parameters '\(name)' in '\(edited)'")
  require(edited.queryItems.last?.rawText == set.first?.rawText, "not at the end: '\(edited)'")
  require(isSame(set.first?.name, name), "'\(name)' became '\(set.first?.name ?? "")'")
  require(isSame(set.first?.value, value), "'\(value)' became '\(set.first?.value ?? "")'")
  require(set.first?.isDamaged == false, "damaged: '\(edited)'")
  if !url.queryItems.contains(where: { $0.name == name }) {
    let query = Array((url.query ?? "").utf8)
    require(Array((edited.query ?? "").utf8).starts(with: query), "'\(url)' became '\(edited)'")
  }
  require(isSame(edited.setting(name, to: value).text, edited.text), "setting twice is different")
}

func requireRemoved(_ url: URLParts, _ name: String) {
  let edited = url.removing(name)
  requireWhole(edited)
  requireSameOutsideQuery(url, edited)
  require(!edited.queryItems.contains { $0.name == name }, "'\(name)' is left in '\(edited)'")
  require(others(edited, name) == others(url, name), "'\(url)' became '\(edited)'")
  require(isSame(edited.removing(name).text, edited.text), "removing twice is different")
}

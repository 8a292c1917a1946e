import AppLinks
import JSONValues

/// The fields, ended by NUL, are a URL, a source and extras as JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(data, count)
  let url = input.field()
  let source = input.field()
  let extras = (try? JSONValue(parsing: input.rest))?.objectValue ?? [:]
  read(url)
  readWhatWasWritten(url, source: source, extras: extras)
  return 0
}

/// Reads any URL.
func read(_ url: String) {
  let link = InboundLink(url)
  require(isSame(link.input.text, url), "the URL changed: \(link.input.text)")
  require(link.isAppLink == (link.status == .appLink), "\(link.status)")
  require(link.isAppLink == (link.data != nil), "an App Link without data, or the other way round")
  require(link.isAppLink || link.referrer == nil, "a referrer, though it is no App Link")
  if link.status == .plain {
    require(isSame(link.target.text, url), "another target, though it is no App Link")
    require(link.version == nil || link.rawData?.objectValue != nil, "a version of nothing")
  }
  let pieces = link.queryItems.map(\.rawText).joined(separator: "&")
  require(isSame(pieces, link.input.query ?? ""), "the query changed: \(pieces)")
  // None of these may trap, whatever the link is.
  _ = [link.userAgent, link.rawTarget, link.referrer.map { "\($0)" }]
  _ = (link.campaignIDs, link.isAutoAppLink, link.isTarget(on: [url]), link.recoveries, link.extras)
  _ = (link.inputURL, link.targetURL, link.input.queryDictionary, link.target.queryDictionary)
  require(link == InboundLink(url), "not the same when read again")
}

/// What was written must be read again, whatever the URL was before.
func readWhatWasWritten(_ url: String, source: String, extras: [String: JSONValue]) {
  let outbound = OutboundData(source: source, extras: extras)
  guard let text = try? outbound.text(for: url, maximumLength: .max) else { return }
  let link = InboundLink(text)
  require(link.status == .appLink, "written as \(text), but read as no App Link")
  require(link.rawData == .object(outbound.members), "\(text) is read as \(link.rawData ?? .null)")
  require(isSame(link.rawTarget, source), "\(link.rawTarget ?? "") instead of \(source)")
  require(link.recoveries.isEmpty, "recovered without need: \(link.diagnostics)")
  require(link.extras == extras, "other extras")
}

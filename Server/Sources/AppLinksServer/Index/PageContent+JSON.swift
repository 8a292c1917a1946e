import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation
import HTTPTypes
import JSONValues

extension PageContent {
  /// The answer about one page.
  static func json(
    _ page: AskedPage,
    _ resolution: AppLinkResolution,
    findings: [LintFinding],
    devices: [DeviceReport]
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "url": .string(page.place),
      "final_url": JSONValue(resolution.finalURL?.absoluteString),
      "redirects": .array(resolution.redirects.map { .string($0.absoluteString) }),
      "status": JSONValue(resolution.status),
      "devices": .array(devices.map(\.json)),
      "notes": .array(
        resolution.transferDiagnostics.map { note in
          ["code": .string(note.code.rawValue), "message": .string(note.message)]
        }
      ),
    ]
    let tags = CappedList(resolution.metadata.tags, maximumBytes: 64 << 10) { tag in
      [
        "property": .string(tag.property), "content": JSONValue(tag.content),
        "line": JSONValue(tag.line), "column": JSONValue(tag.column),
      ]
    }
    members.set("tags", tags)
    members.set("findings", CappedList(findings, maximumBytes: 32 << 10) { $0.json })
    return .object(members)
  }

  /// The answer for a batch, whose web fallback is not relative to the page.
  func indexEntry() -> IndexAnswer.Entry {
    if let failure { return .failure(message: failure.message) }
    guard let resolution else { return .failure(message: "the page is unknown") }
    var tags = resolution.metadata.tags
    for index in tags.indices where tags[index].property == "al:web:url" {
      guard let text = tags[index].content, !URLParts(text).isWeb else { continue }
      let base = resolution.finalURL ?? resolution.sourceURL
      tags[index].content = URL(string: text, relativeTo: base)?.absoluteString ?? text
    }
    return .metadata(AppLinkMetadata(tags: tags))
  }

  /// The page's status, redirects and tags.
  var resolved: AppLinkResolution {
    get throws(Problem) {
      guard let resolution, failure == nil else { throw problem ?? .internalError }
      return resolution
    }
  }

  /// The problem if the page could not be loaded.
  var problem: Problem? {
    guard let failure else { return nil }
    let isRefused = [
      "scheme-refused", "host-refused", "address-refused", "port-refused", "user-info-refused",
    ]
    .contains(failure.code)
    return Problem(
      failure.code,
      isRefused
        ? .unprocessableContent : failure.code == "timed-out" ? .gatewayTimeout : .badGateway,
      isRefused ? "The server does not load this URL." : "The page could not be loaded.",
      failure.sentence
    )
  }
}

extension LintFinding {
  var json: JSONValue {
    [
      "code": .string(code.rawValue), "severity": .string(severity.rawValue),
      "subject": JSONValue(subject), "message": .string(message), "advice": .string(advice),
      "line": JSONValue(line), "column": JSONValue(column), "correction": JSONValue(correction),
    ]
  }
}

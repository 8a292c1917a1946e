import AppLinks
import AppLinksResolving
import Foundation

/// Reads pages as JSON strings, one a line, and prints the tags of each as a line of JSON:
/// `{"strict": [[property, content or null], …], "lenient": […]}`, or `{"error": "…"}`.

func rows(_ metadata: AppLinkMetadata) -> [[String?]] {
  metadata.tags.map { [$0.property, $0.content] }
}

let encoder = JSONEncoder()
encoder.outputFormatting = .withoutEscapingSlashes
var lineNumber: UInt64 = 0

while let line = readLine() {
  lineNumber += 1
  let html = try JSONDecoder().decode(String.self, from: Data(line.utf8))
  let page = Page(html, seed: lineNumber)
  var answer: Data
  do {
    answer = try encoder.encode([
      "strict": rows(try page.scan(isLenient: false)),
      "lenient": rows(try page.scan(isLenient: true)),
    ])
  } catch let mistake as Page.Mistake {
    answer = try encoder.encode(["error": mistake.description])
  }
  answer.append(UInt8(ascii: "\n"))
  FileHandle.standardOutput.write(answer)
}

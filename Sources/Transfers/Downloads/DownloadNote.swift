internal import Foundation
internal import FuturesFoundation

/// The information that a later download needs about a partial file.
struct DownloadNote: Codable, Equatable {
  /// The URL of the request.
  let url: String
  /// The validator of this version of the content.
  let validator: String
  /// The length of the whole, if the server has announced it.
  let length: Int64?

  init(url: String, validator: String, length: Int64?) {
    self.url = url
    self.validator = validator
    self.length = length
  }

  /// Returns the name, or the path, of the note about another file.
  static func name(for other: String) -> String { other + ".json" }

  private static func file(beside path: String) -> URL { URL(fileURLWithPath: name(for: path)) }

  init?(beside path: String) {
    guard
      let data = try? Data(contentsOf: DownloadNote.file(beside: path)),
      let note = try? JSONDecoder().decode(DownloadNote.self, from: data)
    else { return nil }
    self = note
  }

  func write(beside path: String) -> Bool {
    guard let data = try? JSONEncoder().encode(self) else { return false }
    return (try? data.write(to: DownloadNote.file(beside: path), options: .atomic)) != nil
  }

  static func remove(beside path: String) { SystemFile.remove(file(beside: path).path) }
}

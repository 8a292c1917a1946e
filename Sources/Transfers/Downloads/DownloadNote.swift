internal import Foundation
internal import FuturesFoundation

/// What a later download has to know about the part that is there.
struct DownloadNote: Codable, Equatable {
  /// What was asked for.
  let url: String
  /// What the server tells this version of the content by.
  let validator: String
  /// How long the whole is, if the server has said so.
  let length: Int64?

  init(url: String, validator: String, length: Int64?) {
    self.url = url
    self.validator = validator
    self.length = length
  }

  /// The name, or the path, of the file for a note about another file.
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

internal import Foundation

extension URL {
  /// The URL with another fragment.
  func settingFragment(_ fragment: String?) -> URL {
    let parts = URLParts(self)
    if parts.fragment == fragment { return self }
    let length = parts.fragment.map { $0.utf8.count + 1 } ?? 0
    let page = String(decoding: parts.text.utf8.dropLast(length), as: UTF8.self)
    return URL(string: fragment.map { "\(page)#\($0)" } ?? page) ?? self
  }
}

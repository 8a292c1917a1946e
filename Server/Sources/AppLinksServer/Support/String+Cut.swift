extension String {
  /// Returns the text if it has at most a number of bytes, and otherwise its beginning with `…`.
  func cut(_ maximumBytes: Int) -> String {
    if utf8.count <= maximumBytes { return self }
    var start = ""
    for scalar in unicodeScalars {
      if start.utf8.count + UTF8.width(scalar) > maximumBytes { break }
      start.unicodeScalars.append(scalar)
    }
    return start + "…"
  }
}

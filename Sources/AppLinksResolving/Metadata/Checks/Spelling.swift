/// A guess at the intended name for a misspelled one.
package enum Spelling {
  /// Returns the name closest to a word, or `nil` if none is close enough.
  ///
  /// - Parameters:
  ///   - word: The word. Long words are not compared.
  ///   - names: The known names.
  /// - Returns: A name that differs by case or in at most a third of its letters. Among equally
  ///   close names, the first one.
  package static func closest(to word: String, in names: [String]) -> String? {
    guard word.utf8.count <= 32 else { return nil }
    let word = Array(word.lowercased().utf8)
    var best: (name: String, distance: Int)?
    for name in names {
      let limit = max(1, name.utf8.count / 3)
      // The difference in length is a lower bound for the distance.
      guard abs(word.count - name.utf8.count) <= limit else { continue }
      let distance = distance(word, Array(name.utf8))
      if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  /// Returns how many bytes must be inserted, deleted, replaced or swapped with a neighbor.
  package static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var current = beforeLast
    for row in left.indices {
      current[0] = row + 1
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current[column + 1] = least
      }
      // The next row reuses the oldest one.
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[right.count]
  }
}

/// A pattern of literal text, wildcards and lists, compared with a whole text.
///
/// The comparison follows all paths through the pattern at once without backtracking, so no pattern
/// takes exponential time.
struct WildcardPattern: Sendable {
  enum Piece: Sendable {
    /// Text as written.
    case literal([Unicode.Scalar])

    /// Any one character.
    case one

    /// Any number of characters.
    case many

    /// One character of a class.
    case character(CharacterClass)

    /// One code of a list of the system.
    case code(CodeList)

    /// One of several patterns.
    case oneOf([[Piece]])
  }

  let pieces: [Piece]

  /// Whether a code that only some systems know counts.
  var hasLongLists = false

  /// Whether case does not matter.
  var isFolded = false

  /// Returns whether the pattern covers a whole text.
  ///
  /// - Parameters:
  ///   - text: The text, in lowercase if case does not matter.
  ///   - budget: The remaining steps. If they do not suffice, the result is `false`.
  /// - Returns: Whether it does.
  /// - Complexity: O(*n* *m*) in the lengths of the text and of the pattern with its lists.
  func matches(_ text: [Unicode.Scalar], _ budget: inout MatchBudget) -> Bool {
    ends(of: pieces, from: [0], in: text, &budget).last == text.count && !budget.isExhausted
  }

  /// Returns where pieces can end in a text if they begin at given places, in order.
  private func ends(
    of pieces: [Piece],
    from starts: [Int],
    in text: [Unicode.Scalar],
    _ budget: inout MatchBudget
  ) -> [Int] {
    var places = starts
    for piece in pieces {
      guard let first = places.first, budget.take(1 + places.count) else { return [] }
      switch piece {
      case .literal(let literal):
        places = places.filter { place in
          budget.take(literal.count)
            && text.count - place >= literal.count
            && text[place..<place + literal.count].elementsEqual(literal)
        }
        .map { $0 + literal.count }
      case .one:
        places = places.filter { $0 < text.count }.map { $0 + 1 }
      case .many:
        guard budget.take(text.count - first) else { return [] }
        places = Array(first...text.count)
      case .character(let characters):
        places = places.filter { $0 < text.count && characters.contains(text[$0], isFolded) }
          .map { $0 + 1 }
      case .code(let list):
        // Finding a code in a list takes much more time than comparing a character.
        guard budget.take(text.count + places.count * 64) else { return [] }
        var isEnd = [Bool](repeating: false, count: text.count + 1)
        for place in places {
          for length in list.lengths where text.count - place >= length {
            let end = place + length
            if list.contains(text[place..<end], hasLongLists, isFolded) { isEnd[end] = true }
          }
        }
        places = isEnd.indices.filter { isEnd[$0] }
      case .oneOf(let alternatives):
        guard budget.take(text.count) else { return [] }
        var isEnd = [Bool](repeating: false, count: text.count + 1)
        for alternative in alternatives {
          guard budget.take(8 + places.count) else { return [] }
          for end in ends(of: alternative, from: places, in: text, &budget) { isEnd[end] = true }
        }
        places = isEnd.indices.filter { isEnd[$0] }
      }
    }
    return places
  }
}

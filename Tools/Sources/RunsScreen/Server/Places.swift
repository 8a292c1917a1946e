/// The places of connections: who has one, and who leaves when they are taken.
///
/// A connection comes as a stranger. It becomes a guest with a request that has shown the token: it
/// waits for its answer, and then reads it, or follows what happens. Each of these four has places
/// of its own. If they are taken, the connection that has had its place for longest leaves.
///
/// So strangers take no place of guests, and answers that nobody reads none of those to come.
package struct Places: Sendable {
  /// The numbers of places.
  package struct Capacity: Sendable {
    let strangers: Int
    let waiting: Int
    let reading: Int
    let following: Int

    /// Creates numbers of places.
    package init(strangers: Int, waiting: Int, reading: Int, following: Int) {
      self.strangers = strangers
      self.waiting = waiting
      self.reading = reading
      self.following = following
    }
  }

  /// Connections in the order in which they took their places.
  private struct Row {
    let capacity: Int
    private var connections: [Int] = []

    init(_ capacity: Int) { self.capacity = capacity }

    mutating func take(_ connection: Int) -> Int? {
      connections.append(connection)
      return connections.count > capacity ? connections.removeFirst() : nil
    }

    /// Returns whether the connection had a place.
    @discardableResult
    mutating func leave(_ connection: Int) -> Bool {
      guard let index = connections.firstIndex(of: connection) else { return false }
      connections.remove(at: index)
      return true
    }
  }

  private var strangers: Row
  private var waiting: Row
  private var reading: Row
  private var following: Row

  /// Creates places that nobody has taken.
  package init(_ capacity: Capacity) {
    strangers = Row(capacity.strangers)
    waiting = Row(capacity.waiting)
    reading = Row(capacity.reading)
    following = Row(capacity.following)
  }

  /// Gives a new connection the place of a stranger.
  ///
  /// - Returns: The connection that has to leave, here as below.
  package mutating func enter(_ connection: Int) -> Int? { strangers.take(connection) }

  /// Makes a guest of a stranger that has shown the token.
  package mutating func admit(_ connection: Int) -> Int? {
    strangers.leave(connection) ? waiting.take(connection) : nil
  }

  /// Lets a guest read its answer; strangers stay what they are.
  package mutating func answer(_ connection: Int) -> Int? {
    waiting.leave(connection) ? reading.take(connection) : nil
  }

  /// Lets a guest follow what happens.
  package mutating func follow(_ connection: Int) -> Int? {
    waiting.leave(connection) ? following.take(connection) : nil
  }

  /// Frees the place of a connection that has ended.
  package mutating func leave(_ connection: Int) {
    strangers.leave(connection)
    waiting.leave(connection)
    reading.leave(connection)
    following.leave(connection)
  }
}

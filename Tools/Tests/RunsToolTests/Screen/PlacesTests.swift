import RunsScreen
import Testing

@Suite struct PlacesTests {
  /// Two places of each kind.
  private var places = Places(Places.Capacity(strangers: 2, waiting: 2, reading: 2, following: 2))

  /// Makes guests of connections.
  private mutating func admit(_ connections: ClosedRange<Int>) -> [Int?] {
    connections.map { connection in
      #expect(places.enter(connection) == nil)
      return places.admit(connection)
    }
  }

  @Test mutating func strangersTakeThePlacesOfStrangersOnly() {
    #expect(admit(1...2) == [nil, nil])
    #expect([1, 2].map { places.answer($0) } == [nil, nil])
    #expect(admit(3...4) == [nil, nil])
    #expect((5...8).map { places.enter($0) } == [nil, nil, 5, 6])
    places.leave(8)
    #expect((9...10).map { places.enter($0) } == [nil, 7])
  }

  @Test mutating func whoHasWaitedForLongestLeavesForANewGuest() {
    #expect(admit(1...4) == [nil, nil, 1, 2])
    #expect(places.answer(1) == nil)
    places.leave(4)
    #expect(admit(5...6) == [nil, 3])
  }

  @Test mutating func answersThatNobodyReadsTakeNoPlaceOfThoseToCome() {
    for connection in 1...6 {
      #expect(admit(connection...connection) == [nil])
      #expect(places.answer(connection) == (connection > 2 ? connection - 2 : nil))
    }
  }

  @Test mutating func whoFollowsLeavesOnlyForAnotherThatDoes() {
    #expect(admit(1...2) == [nil, nil])
    #expect((1...2).map { places.follow($0) } == [nil, nil])
    for connection in 3...6 {
      #expect(admit(connection...connection) == [nil])
      #expect(![1, 2].contains(places.answer(connection)))
    }
    #expect(admit(7...7) == [nil])
    #expect(places.follow(7) == 1)
  }

  @Test mutating func aStrangerStaysOneAndWhoHasLeftTakesNoPlace() {
    #expect((1...3).map { places.enter($0) } == [nil, nil, 1])
    #expect(places.answer(2) == nil && places.follow(2) == nil)
    #expect(places.admit(1) == nil && places.answer(1) == nil)
    #expect(places.enter(4) == 2)
  }
}

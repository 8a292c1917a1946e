import Testing
import Workflows

@Suite struct RecordPathTests {
  @Test func placesHaveTextsOfTheirOwn() {
    let names = ["", "a", "b", "a/b", "/", "%", "%2F", "a%2Fb", "%25", "\0", "%00"]
    var places: [RecordPath] = []
    for first in names {
      for second in names { places.append(.root.appending(first).appending(second)) }
    }
    #expect(Set(places.map(\.description)).count == places.count)
    #expect(!places.contains { $0.description.utf8.contains(0) })
  }

  @Test func aSlashWithAMarkIsEscaped() {
    for mark in ["\u{301}", "\u{338}", "\u{200D}"] {
      let place = RecordPath.root.appending("a/\(mark)b")
      #expect(place.description.unicodeScalars.count { $0 == "/" } == 1)
      #expect(place.outer == .root)
    }
  }

  @Test func aPlaceIsInsideThoseAroundIt() {
    let place = RecordPath.root.appending("a").appending("b")
    #expect(place.isInside(.root))
    #expect(place.isInside(.root.appending("a")))
    #expect(place.isInside(place))
    #expect(!place.isInside(place.appending("c")))
    #expect(!place.isInside(.root.appending("b")))
  }
}

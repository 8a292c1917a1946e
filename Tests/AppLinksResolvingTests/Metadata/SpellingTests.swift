import AppLinksResolving
import Testing

@Suite struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("url", "url", 0), ("", "url", 3), ("url", "", 3), ("xurl", "url", 1),
    ("url", "xurl", 1), ("rul", "url", 1), ("ur", "url", 1), ("urk", "url", 1),
    ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func theDistanceCountsInsertedDeletedReplacedAndSwappedLetters(
    _ left: String,
    _ right: String,
    _ distance: Int
  ) {
    #expect(Spelling.distance(Array(left.utf8), Array(right.utf8)) == distance)
    #expect(Spelling.distance(Array(right.utf8), Array(left.utf8)) == distance)
  }

  @Test(arguments: [
    ("androd", "android"), ("ANDROID", "android"), ("xios", "ios"), ("so", nil), ("ios", "ios"),
    ("windowsphone", nil), (String(repeating: "a", count: 33), nil),
  ])
  func theClosestNameIsMeantIfItIsCloseEnough(_ word: String, _ meant: String?) {
    #expect(Spelling.closest(to: word, in: ["ios", "android", "web"]) == meant)
  }

  @Test func ofEquallyCloseNamesTheFirstIsMeant() {
    #expect(Spelling.closest(to: "cat", in: ["bat", "hat"]) == "bat")
    #expect(Spelling.closest(to: "hat", in: ["bat", "hat"]) == "hat")
  }
}

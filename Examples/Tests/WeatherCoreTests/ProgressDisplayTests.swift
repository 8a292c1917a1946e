import Testing

@testable import WeatherCore

@Suite struct ProgressDisplayTests {
  private let oslo = Recorded.weather("Oslo", "Norway", temperature: -2)
  private let trouble = WeatherError(.serverTrouble, "the server answered 500", advice: "wait")

  @Test func plainLinesTellOfRetriesAndOfCitiesThatAreDone() {
    let transcript = Transcript()
    let display = PlainProgress(total: 3, write: transcript.write)
    display.update("Oslo", .searching)
    display.update("Oslo", .retrying(attempt: 2, of: 4, after: trouble))
    display.update("Oslo", .found(oslo.place))
    display.update("Bern", .finished(.failure(trouble)))
    display.update("Oslo", .finished(.success(oslo)))
    display.finish()
    #expect(
      transcript.text == """
        Oslo: attempt 2 of 4 after the server answered 500
        Oslo: done (2 of 3)

        """
    )
  }

  @Test func aLiveDisplayLeavesNothingOnTheScreenButTheRetries() {
    let transcript = Transcript()
    let display = LiveProgress(total: 2, width: 80, write: transcript.write)
    display.update("Oslo", .searching)
    display.update("Bern", .searching)
    display.update("Oslo", .progressed(0.55))
    display.update("Oslo", .found(oslo.place))
    var screen = Screen(transcript.text)
    #expect(
      screen.lines == [
        "━━━━━───── Oslo  found in Norway, asking for the forecast",
        "────────── Bern  finding the city",
        "0 of 2 cities done",
      ]
    )

    display.update("Bern", .retrying(attempt: 2, of: 4, after: trouble))
    display.update("Oslo", .finished(.success(oslo)))
    screen = Screen(transcript.text)
    #expect(
      screen.lines == [
        "Bern: attempt 2 of 4 after the server answered 500",
        "────────── Bern  attempt 2 of 4 after the server answered 500",
        "1 of 2 cities done",
      ]
    )

    display.update("Bern", .finished(.failure(trouble)))
    display.finish()
    screen = Screen(transcript.text)
    #expect(screen.lines == ["Bern: attempt 2 of 4 after the server answered 500"])
  }

  @Test func aLiveDisplayOfManyCitiesKeepsToAFewLines() {
    let transcript = Transcript()
    let display = LiveProgress(total: 100, width: 80, write: transcript.write)
    for city in 0..<100 { display.update("City \(city)", .searching) }
    let screen = Screen(transcript.text)
    #expect(screen.lines.count == 9)
    #expect(screen.lines.last == "0 of 100 cities done")
  }

  @Test func aLiveDisplayClipsItsLinesToTheWidthOfTheTerminal() {
    let transcript = Transcript()
    let display = LiveProgress(total: 1, width: 28, write: transcript.write)
    display.update("Oslo", .searching)
    #expect(Screen(transcript.text).lines.first == "────────── Oslo  finding th…")
  }

  @Test(arguments: [
    (0, "──────────"), (0.19, "━─────────"), (0.99, "━━━━━━━━━─"), (1, "━━━━━━━━━━"),
    (-1, "──────────"), (7, "━━━━━━━━━━"),
  ]
  )
  func aBarIsFilledFromTheLeft(fraction: Double, text: String) {
    #expect("\(ProgressBar(fraction))" == text)
  }

  @Test func aLiveDisplayDrawsOnlyWhatCanBeSeenToChange() {
    let transcript = Transcript()
    let display = LiveProgress(total: 1, width: 80, write: transcript.write)
    display.update("Oslo", .searching)
    let before = transcript.text
    display.update("Oslo", .progressed(0.05))
    display.update("Elsewhere", .progressed(0.5))
    #expect(transcript.text == before)
    display.update("Oslo", .progressed(0.1))
    #expect(transcript.text != before)
  }
}

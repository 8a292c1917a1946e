import Testing

@testable import WeatherCore

@Suite("Progress displays")
struct ProgressDisplayTests {
  private let oslo = Recorded.weather("Oslo", "Norway", temperature: -2)
  private let trouble = WeatherError(.serverTrouble, "the server answered 500", advice: "wait")

  @Test("plain lines tell of retries and of cities that are done")
  func plain() {
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

  @Test("a live display leaves nothing on the screen but the retries")
  func live() {
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

  @Test("a live display of many cities keeps to a few lines")
  func manyCities() {
    let transcript = Transcript()
    let display = LiveProgress(total: 100, width: 80, write: transcript.write)
    for city in 0..<100 { display.update("City \(city)", .searching) }
    let screen = Screen(transcript.text)
    #expect(screen.lines.count == 9)
    #expect(screen.lines.last == "0 of 100 cities done")
  }

  @Test("a live display clips its lines to the width of the terminal")
  func narrowTerminal() {
    let transcript = Transcript()
    let display = LiveProgress(total: 1, width: 28, write: transcript.write)
    display.update("Oslo", .searching)
    #expect(Screen(transcript.text).lines.first == "────────── Oslo  finding th…")
  }

  @Test(
    "a bar is filled from the left",
    arguments: [
      (0, "──────────"), (0.19, "━─────────"), (0.99, "━━━━━━━━━─"), (1, "━━━━━━━━━━"),
      (-1, "──────────"), (7, "━━━━━━━━━━"),
    ]
  )
  func bar(fraction: Double, text: String) {
    #expect("\(ProgressBar(fraction))" == text)
  }

  @Test("a live display draws only what can be seen to change")
  func smallProgress() {
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

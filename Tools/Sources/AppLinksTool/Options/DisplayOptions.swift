import ArgumentParser

/// The appearance of text for people.
struct DisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When to color text. auto colors text on terminals, unless NO_COLOR is set.",
      valueName: "when"
    )
  )
  var color = ColorChoice.auto
}

/// When to color text.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

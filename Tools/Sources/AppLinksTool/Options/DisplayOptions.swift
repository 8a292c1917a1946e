import ArgumentParser

/// How text for people looks.
struct DisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When to colour text. auto is for terminals, unless NO_COLOR is set.",
      valueName: "when"
    )
  )
  var color = ColorChoice.auto
}

/// When text is coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

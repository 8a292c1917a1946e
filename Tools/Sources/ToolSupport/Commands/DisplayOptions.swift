import ArgumentParser

/// The appearance of text for people.
package struct DisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When to color text. auto colors text on terminals, unless NO_COLOR is set.",
      valueName: "when"
    )
  )
  package var color = ColorChoice.auto

  package init() {}
}

/// When to color text.
package enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

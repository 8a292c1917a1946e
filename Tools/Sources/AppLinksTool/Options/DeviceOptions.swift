import AppLinks
import ArgumentParser

/// The kinds of devices that a command is about.
struct DeviceOptions: ParsableArguments {
  @Option(
    help: "The kind of device; phone if you give none. ios and iphone are phone, ipad is pad."
  )
  var idiom: DeviceIdiom?

  @Flag(help: "Show every kind of device side by side.")
  var all = false

  func validate() throws {
    if all, idiom != nil {
      throw ValidationError("'--all' and '--idiom' exclude each other. Leave one out.")
    }
  }
}

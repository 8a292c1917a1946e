import AppLinks
import ArgumentParser

/// The kinds of devices that a command applies to.
struct DeviceOptions: ParsableArguments {
  @Option(
    help: "The kind of device. ios and iphone are phone, and ipad is pad. The default is phone."
  )
  var idiom: DeviceIdiom?

  @Flag(help: "Show every kind of device side by side.")
  var all = false

  func validate() throws {
    if all, idiom != nil {
      throw ValidationError("'--all' and '--idiom' cannot be combined. Remove one of them.")
    }
  }
}

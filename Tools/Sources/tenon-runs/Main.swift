import Foundation
import RunsTool

@main
enum Main {
  static func main() async {
    exit(await RunsTool.run(Array(CommandLine.arguments.dropFirst())))
  }
}

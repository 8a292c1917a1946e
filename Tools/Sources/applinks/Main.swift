import AppLinksTool
import Foundation

@main
enum Main {
  static func main() async {
    exit(await AppLinksTool.run(Array(CommandLine.arguments.dropFirst())))
  }
}

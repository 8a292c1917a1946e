import AppLinksTool
import ToolTestSupport

extension ToolRun {
  /// Runs `applinks` in this process.
  init(_ arguments: String..., input: String = "", hasColor: Bool = false) async {
    await self.init(arguments, input: Array(input.utf8), hasColor: hasColor)
  }

  /// Runs `applinks` in this process.
  init(_ arguments: [String], input: [UInt8] = [], hasColor: Bool = false) async {
    await self.init(input: input, hasColor: hasColor) { console in
      await AppLinksTool.run(arguments, on: console)
    }
  }
}

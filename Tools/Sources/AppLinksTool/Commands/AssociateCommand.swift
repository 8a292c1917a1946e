import AppLinksPublishing
import ArgumentParser
import Foundation
import JSONValues
import ToolSupport

/// Writes both association files from a description of apps.
struct AssociateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "associate",
    abstract: "Writes apple-app-site-association and assetlinks.json from a description of apps.",
    discussion: """
      The description is JSON. In 'opens' and 'excludes', '*' is everything, a path with '/*' at \
      its end is a folder and everything in it, and any other path is one page. Both files say the \
      same about them, although their rules have different meanings.

        {"apps": [
          {"apple_id": "ABCDE12345.com.example.shop",
           "package": "com.example.shop",
           "fingerprints": ["14:6D:E9:…"],
           "opens": ["/buy/*", "/about"],
           "excludes": ["/buy/help/*"],
           "shares_credentials": true}
        ]}

      EXAMPLES
        applinks associate apps.json                      prints both files
        applinks associate apps.json --platform android
        applinks associate apps.json --output public      writes into public/.well-known/
        applinks associate apps.json --output public --check

      The exit code is 1 if '--check' finds that a file is missing or has other content.
      """
  )

  @Argument(
    help: ArgumentHelp("The description: a file, or - for standard input.", valueName: "apps"),
    completion: .file()
  )
  var apps: String

  @Option(help: "Write the file of one platform only.")
  var platform: PlatformChoice?

  @Option(
    help: ArgumentHelp("The folder of the website, in which to write.", valueName: "folder"),
    completion: .directory
  )
  var output: String?

  @Flag(help: "Write nothing, and compare the files in the folder with the description.")
  var check = false

  func validate() throws {
    if check, output == nil {
      throw ValidationError("'--check' needs the folder with the files. Specify '--output'.")
    }
  }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    let description = try AppsFile.description(at: apps, on: console)
    let files = try self.files(of: description)
    guard let output else {
      let isOnly = files.count == 1 && platform != nil
      for (index, file) in files.enumerated() {
        let title = isOnly ? "" : (index > 0 ? "\n" : "") + console.style(file.path, .bold) + "\n"
        try console.write(title + file.text)
      }
      return 0
    }
    let folder = URL(filePath: output, directoryHint: .isDirectory)
    var isStale = false
    for file in files {
      let url = folder.appending(path: file.path)
      let name = (output.hasSuffix("/") ? output : output + "/") + file.path
      if check {
        if (try? Data(contentsOf: url)) != Data(file.text.utf8) {
          isStale = true
          console.complain(
            "'\(name)' is not what the description says. Run the command without '--check'."
          )
        }
      } else {
        try Self.write(file.text, to: url)
        try console.write("wrote \(name.printable)\n")
      }
    }
    return isStale ? ToolError.Code.negative.rawValue : 0
  }

  private struct File {
    let path: String
    let text: String
  }

  /// Returns the files for which the description has apps.
  private func files(of description: AssociationDescription) throws(ToolError) -> [File] {
    var files: [File] = []
    do throws(AssociationDescriptionError) {
      let apple = try description.appleFile()
      let android = try description.androidFile()
      if platform != .android, description.apps.contains(where: { $0.appleID != nil }) {
        files.append(Self.file("apple-app-site-association", apple.encoded()))
      }
      if platform != .apple, description.apps.contains(where: { $0.package != nil }) {
        files.append(Self.file("assetlinks.json", android.encoded()))
      }
    } catch {
      throw ToolError(.failed, "\(apps == "-" ? "standard input" : apps): \(error.description)")
    }
    if files.isEmpty {
      throw ToolError(.failed, "The description has no app for the platform. Add one.")
    }
    return files
  }

  private static func file(_ name: String, _ json: String) -> File {
    let value = (try? JSONValue(parsing: json)) ?? .null
    return File(path: ".well-known/\(name)", text: OutputJSON.value(value).rendered())
  }

  private static func write(_ text: String, to url: URL) throws(ToolError) {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw ToolError(.failed, "'\(url.path)' could not be written: \(SystemReason(error)).")
    }
  }
}

/// The platform whose file is written.
enum PlatformChoice: String, CaseIterable, ExpressibleByArgument {
  case apple, android
}

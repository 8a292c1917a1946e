import AppLinksTool
import Foundation
import JSONValues
import Testing
import ToolTestSupport

@Suite struct SchemaTests {
  private static func text(of name: String) throws -> String {
    let file = Pages.root.appending(path: "Tools/Schemas/\(name).schema.json")
    return try String(contentsOf: file, encoding: .utf8)
  }

  private static func schema(_ name: String) throws -> JSONSchema {
    JSONSchema(try JSONOutput.value(of: text(of: name)))
  }

  @Test(arguments: [
    "phone", "pad", "other", "android", "windows-phone", "windows", "windows-universal",
  ]
  )
  func theOutputOfResolveConformsToItsSchema(idiom: String) async throws {
    let schema = try Self.schema("resolve")
    let everything = [
      "ios", "iphone", "ipad", "android", "windows_phone", "windows", "windows_universal",
    ]
    .map { Pages.html(["al:\($0):url": "a://", "al:\($0):package": "x", "al:web:x": "y"]) }
    .joined()
    for page in [everything, "<p>", "<meta name=al:ios:url content=a>"] {
      for source in [[], ["--source", "https://shop.example/"]] {
        let arguments = ["resolve", "--json", "--idiom", idiom, "-"] + source
        let json = try JSONOutput(await ToolRun(arguments, input: Array(page.utf8)))
        #expect(schema.problems(with: json.value) == [])
      }
    }
    let server = try PageServer { _ in PageServer.page(everything) }
    for url in [server.url("/"), "shop://7"] {
      let json = try JSONOutput(await ToolRun("resolve", "--json", "--idiom", idiom, url))
      #expect(schema.problems(with: json.value) == [])
    }
  }

  @Test func theOutputOfResolveAndOpenForAllDevicesAndOfLintConforms() async throws {
    let server = try PageServer { request in
      request.hasPrefix("GET /old ")
        ? "HTTP/1.1 301 Moved\r\nLocation: /new\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        : PageServer.page(Pages.html(["al:ios:url": "a://", "al:ios:app_store_id": "7"]))
    }
    let runs: [(String, [String])] = [
      ("resolve-all", ["resolve", "--all"]), ("open", ["open", "--installed", "a,shop"]),
      ("open", ["open", "--idiom", "android"]), ("open", ["open", "--store", "before-web"]),
      ("open-all", ["open", "--all", "--installed", "tel,shop,com.example.shop"]),
      ("lint", ["lint"]),
    ]
    for (name, arguments) in runs {
      let schema = try Self.schema(name)
      for page in [Pages.socks, Pages.mistakes, server.url("/old"), "shop://7", "no/such.html"] {
        let run = await ToolRun(arguments + ["--json", page])
        if run.output.isEmpty {
          #expect(run.code == 2 || name == "lint" && run.code == 64, "\(arguments) \(page)")
          continue
        }
        let value = try JSONOutput.value(of: run.output)
        #expect(schema.problems(with: value) == [], "\(arguments) \(page)")
      }
    }
  }

  @Test(arguments: [
    "shop://7", "?", "shop://7?a&b=&=c&&", "x",
    "shop://?al_applink_data=[1]", "shop://?al_applink_data={\"version\":\"2.0\"}",
    "shop://?al_applink_data={\"version\":1}", "shop://?al_applink_data={\"extras\":[]}",
    "shop://?al_applink_data={\"target_url\":\"https://e.com/?a=1&b=2\"}",
    "shop://#?al_applink_data={\"referer_app_link\":{\"url\":\"a://\",\"app_name\":\"A\"}}",
  ]
  )
  func theOutputOfParseConformsToItsSchema(url: String) async throws {
    let schema = try Self.schema("parse")
    for option in ["--show-secrets", "--hide-secrets"] {
      let json = try JSONOutput(await ToolRun("parse", "--json", option, url))
      #expect(schema.problems(with: json.value) == [])
    }
  }

  @Test func theNamesOfTheOutputAreThoseOfTheSchemaAllRequiredAndInOrder() async throws {
    for (name, arguments) in [
      ("resolve", ["resolve", "--json", Pages.socks]), ("parse", ["parse", "--json", "shop://"]),
      ("resolve-all", ["resolve", "--all", "--json", Pages.socks]),
      ("open", ["open", "--json", "--installed", "shop", Pages.socks]),
      ("open-all", ["open", "--all", "--json", "--installed", "shop", Pages.socks]),
      ("lint", ["lint", "--json", Pages.socks]),
    ] {
      let json = try JSONOutput(await ToolRun(arguments))
      let schema = try JSONValue(parsing: Self.text(of: name))
      #expect(schema["required"] == .array(json.names.map { .string($0) }))
      #expect(
        Set(schema["properties"]?.objectValue.map { Array($0.keys) } ?? []) == Set(json.names)
      )
    }
  }

  @Test func theSchemaRejectsUndocumentedOutput() throws {
    let schema = try Self.schema("parse")
    #expect(!schema.problems(with: [:]).isEmpty)
    #expect(!schema.problems(with: ["input": 1, "more": nil]).isEmpty)
  }
}

import Foundation
import JSONValues
import Testing
import Workflows

@Suite struct JSONStepTests {
  struct Article: Codable, Equatable {
    let title: String
    let date: Date
  }

  @Test func parsingGivesAValueOfAnyShape() async throws {
    let data = Data(#"{"a": [1, null, "x"]}"#.utf8)
    #expect(try await ParseJSON().run(data, in: StepContext()) == ["a": [1, nil, "x"]])
  }

  @Test func emptyDataParsesToNilWhichIsNoFailure() async throws {
    // The literal in `== nil` would be JSON's `null`, which is a value.
    let nothing = try await ParseJSON().run(Data(), in: StepContext())
    #expect(nothing == Optional<JSONValue>.none)
    let null = Data("null".utf8)
    let value = try await ParseJSON(allowsFragments: true).run(null, in: StepContext())
    #expect(value == .some(.null))
  }

  @Test func fragmentsAreRefusedUnlessTheyAreAllowed() async throws {
    let data = Data("42".utf8)
    let error = await #expect(throws: JSONParseError.self) {
      try await ParseJSON().run(data, in: StepContext())
    }
    #expect(error?.code == .unexpectedText)
    #expect(try await ParseJSON(allowsFragments: true).run(data, in: StepContext()) == 42)
  }

  @Test func theDepthIsLimitedToTheOneThatYouSet() async throws {
    let data = Data("[[1]]".utf8)
    #expect(try await ParseJSON(maximumDepth: 2).run(data, in: StepContext()) == [[1]])
    let error = await #expect(throws: JSONParseError.self) {
      try await ParseJSON(maximumDepth: 1).run(data, in: StepContext())
    }
    #expect(error?.code == .tooDeep)
  }

  @Test func badJSONFailsWithItsPlace() async throws {
    let error = await #expect(throws: JSONParseError.self) {
      try await ParseJSON().run(Data("[1,".utf8), in: StepContext())
    }
    #expect(error?.code == .unexpectedEnd)
    #expect(error?.column == 4)
  }

  @Test func decodingUsesTheDecoderThatItIsGiven() async throws {
    let data = Data(#"{"title": "Hi", "date": "2026-01-02T03:04:05Z"}"#.utf8)
    let step = DecodeJSON<Article> {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return decoder
    }
    let article = try await step.run(data, in: StepContext())
    #expect(article.title == "Hi")
    await #expect(throws: DecodingError.self) {
      try await DecodeJSON<Article>().run(data, in: StepContext())
    }
  }

  @Test func decodingFailsOnEmptyData() async {
    await #expect(throws: DecodingError.self) {
      try await DecodeJSON<[Int]>().run(Data(), in: StepContext())
    }
  }

  @Test func encodingGivesEqualBytesForEqualValues() async throws {
    let step = EncodeJSON<[String: String]>()
    let data = try await step.run(["b": "/", "a": "ä"], in: StepContext())
    #expect(String(decoding: data, as: UTF8.self) == #"{"a":"ä","b":"/"}"#)
    let pretty = EncodeJSON([Int].self) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .prettyPrinted
      return encoder
    }
    #expect(try await pretty.run([1], in: StepContext()).contains(UInt8(ascii: "\n")))
  }

  @Test func whatAStepGivesIsWhatTheNextOneTakes() async throws {
    let workflow = Workflow {
      EncodeJSON([Int].self)
      ParseJSON()
    }
    #expect(try await workflow.start([1, 2]).value == [1, 2])
  }
}

import AppLinks
import Foundation
import Testing

@Suite struct TargetCodingTests {
  @Test(arguments: [
    AppLinkTarget.apple(.init(platform: .ipad, rawURL: "a://b", appStoreID: "1", appName: "A")),
    .android(.init(rawURL: nil, packageName: "p.q", className: "p.q.C", appName: "A")),
    .windows(.init(platform: .windows, rawURL: "w://", appID: "1", appName: "A")),
    .windows(.init(platform: .windowsPhone, rawURL: "w://", appID: nil, appName: nil)),
  ])
  func targetsSurviveCoding(_ target: AppLinkTarget) throws {
    let data = try JSONEncoder().encode(target)
    #expect(try JSONDecoder().decode(AppLinkTarget.self, from: data) == target)
  }

  @Test func anUnknownPlatformIsRefused() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AppLinkTarget.self, from: Data(#"{"platform":"amiga"}"#.utf8))
    }
  }
}

import AppLinks
import AppLinksResolving
import Testing

@Suite struct ScannerLenienceTests {
  private func tags(_ html: String, isLenient: Bool = true) -> [AppLinkTag] {
    AppLinkMetadata(html: html, options: .init(isLenient: isLenient)).tags
  }

  @Test(arguments: [
    "<meta name='al:ios:url' content='a:'>",
    "<meta property='AL:iOS:URL' content='a:'>",
    "<meta property='\n al:ios:url ' content='a:'>",
    "<meta property='al:ios:url' content=' a:\t'>",
  ])
  func onlyALenientScannerAcceptsACommonMistake(_ html: String) {
    let right = tags("<meta property='al:ios:url' content='a:'>")
    #expect(tags(html) == right)
    #expect(tags(html, isLenient: false) != right)
  }

  @Test func namesOfAppsKeepTheirWhiteSpace() {
    let html = "<meta property=' AL:ios:App_Name' content=' Shop\n'>"
    #expect(tags(html).map(\.property) == ["al:ios:app_name"])
    #expect(tags(html).map(\.content) == [" Shop\n"])
  }
}

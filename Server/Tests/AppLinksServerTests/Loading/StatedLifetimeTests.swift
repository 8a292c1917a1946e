import AppLinksResolving
import Foundation
import Testing

@testable import AppLinksServer

/// How long an answer may be used, by its header fields.
@Suite struct StatedLifetimeTests {
  @Test(
    arguments: [
      ([:], nil, true),
      (["cache-control": "max-age=600"], 600, true),
      (["cache-control": "Public, S-MaxAge=20, max-age=600"], 20, true),
      (["cache-control": "max-age=600", "age": "200"], 400, true),
      (["cache-control": "max-age=600", "age": "700"], 0, true),
      (["cache-control": "max-age=\"60\", must-revalidate"], 60, false),
      (["cache-control": "no-store"], 0, false),
      (["cache-control": "private, max-age=600"], 0, false),
      (["cache-control": "no-cache"], 0, false),
      (["cache-control": "max-age=-5"], 0, true),
      (["cache-control": "max-age=99999999999999999999"], 31_536_000, true),
      (["cache-control": ",,=,max-age"], 0, true),
      (
        [
          "expires": "Sun, 06 Nov 1994 09:49:37 GMT",
          "date": "Sun, 06 Nov 1994 08:49:37 GMT",
        ], 3600, true
      ),
      (["expires": "0"], 0, true),
    ] as [([String: String], Int?, Bool)]
  )
  func readsHeaderFields(_ headers: [String: String], _ seconds: Int?, _ stale: Bool) {
    let stated = StatedLifetime(PageResponse(status: 200, headers: headers), now: Date())
    #expect(stated.fresh == seconds.map { .seconds($0) })
    #expect(stated.allowsStale == stale)
  }
}

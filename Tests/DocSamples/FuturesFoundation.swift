// What samples in the doc comments of FuturesFoundation use, for scripts/check-code.py.

import Foundation
import Futures
import FuturesFoundation

struct Page: Sendable {}

struct Image: Sendable {}

extension Notification.Name {
  static let levelDidChange = Notification.Name("levelDidChange")
}

let url = URL(filePath: "page")
let urls = [url]
let image = Future<Image, any Error>.never

func download(
  _ url: URL,
  cancellation token: CancellationToken = .current
) -> Future<Page, any Error> { .never }

func parse(_ page: Page) -> [String] { [] }

func resize(_ image: Image) -> Image { image }

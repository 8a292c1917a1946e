internal import Foundation
internal import Transfers

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLResponse: RecordableValue {
  package var recorded: RecordedResponse { RecordedResponse(self) }
}

/// A response in the form that a durable run records.
package struct RecordedResponse: RecordedForm {
  private var url: URL?
  /// The status of HTTP; `nil` for other protocols.
  private var status: Int?
  private var headers: [String: String] = [:]
  private var type: String?
  private var length: Int64
  private var encoding: String?

  init(_ response: URLResponse) {
    url = response.url
    type = response.mimeType
    length = response.expectedContentLength
    encoding = response.textEncodingName
    guard let response = response as? HTTPURLResponse else { return }
    status = response.statusCode
    // Cookies are secrets, and belong into their own store.
    headers = response.fields.filter { name, _ in name.lowercased() != "set-cookie" }
  }

  package var value: any Sendable {
    let url = url ?? URL(filePath: "/")
    let response = status.flatMap { status in
      HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers)
    }
    return response
      ?? URLResponse(
        url: url,
        mimeType: type,
        expectedContentLength: Int(clamping: length),
        textEncodingName: encoding
      )
  }
}

internal import Foundation

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
    for case let (name as String, value as String) in response.allHeaderFields {
      // A secret, which belongs into a store of cookies.
      if name.lowercased() != "set-cookie" { headers[name] = value }
    }
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

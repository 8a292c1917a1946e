// The names of releases before 1.0.

public import Foundation

extension TransferOptions {
  /// The longest body to accept; now ``maximumBodyBytes``.
  @available(*, deprecated, renamed: "maximumBodyBytes")
  public var maximumBody: Int? {
    get { maximumBodyBytes }
    set { maximumBodyBytes = newValue }
  }

  /// How much of the body of an error to keep; now ``maximumErrorBodyBytes``.
  @available(*, deprecated, renamed: "maximumErrorBodyBytes")
  public var maximumErrorBody: Int {
    get { maximumErrorBodyBytes }
    set { maximumErrorBodyBytes = newValue }
  }

  /// Creates options, with the labels of releases before 1.0.
  @available(
    *,
    deprecated,
    message: "The labels are 'maximumBodyBytes' and 'maximumErrorBodyBytes'."
  )
  public init(
    maximumBody: Int?,
    maximumErrorBody: Int = 65_536,
    failsOnErrorStatus: Bool = true,
    followsRedirects: Bool = true
  ) {
    self.init(
      maximumBodyBytes: maximumBody,
      maximumErrorBodyBytes: maximumErrorBody,
      failsOnErrorStatus: failsOnErrorStatus,
      followsRedirects: followsRedirects
    )
  }
}

extension TransferProgress {
  /// Creates a progress, with the labels of releases before 1.0.
  @available(
    *,
    deprecated,
    renamed: "init(bytesSent:totalBytesToSend:bytesReceived:totalBytesToReceive:)"
  )
  @_disfavoredOverload
  public init(
    sent: Int64 = 0,
    totalToSend: Int64? = nil,
    received: Int64 = 0,
    totalToReceive: Int64? = nil
  ) {
    self.init(
      bytesSent: sent,
      totalBytesToSend: totalToSend,
      bytesReceived: received,
      totalBytesToReceive: totalToReceive
    )
  }

  /// The number of bytes that were sent; now ``bytesSent``.
  @available(*, deprecated, renamed: "bytesSent")
  public var sent: Int64 { bytesSent }

  /// The length of the request's body; now ``totalBytesToSend``.
  @available(*, deprecated, renamed: "totalBytesToSend")
  public var totalToSend: Int64? { totalBytesToSend }

  /// The number of bytes that have arrived; now ``bytesReceived``.
  @available(*, deprecated, renamed: "bytesReceived")
  public var received: Int64 { bytesReceived }

  /// The length of the response's body; now ``totalBytesToReceive``.
  @available(*, deprecated, renamed: "totalBytesToReceive")
  public var totalToReceive: Int64? { totalBytesToReceive }
}

extension TransferError {
  /// Creates an error, with the labels of releases before 1.0.
  @available(*, deprecated, renamed: "init(_:url:bytesReceived:bytesExpected:underlying:)")
  public init(
    _ code: Code,
    url: URL?,
    received: Int64,
    expected: Int64?,
    underlying: (any Error)? = nil
  ) {
    self.init(
      code,
      url: url,
      bytesReceived: received,
      bytesExpected: expected,
      underlying: underlying
    )
  }

  /// The number of bytes that had arrived; now ``bytesReceived``.
  @available(*, deprecated, renamed: "bytesReceived")
  public var received: Int64 { bytesReceived }

  /// The number of bytes that were announced or allowed; now ``bytesExpected``.
  @available(*, deprecated, renamed: "bytesExpected")
  public var expected: Int64? { bytesExpected }
}

// Names of other libraries that this one does not have. The compiler says what to write instead.

extension Promise {
  /// The name of other libraries for ``succeed(_:)``.
  @available(*, unavailable, renamed: "succeed(_:)")
  public func resolve(_ value: Value) { fatalError() }

  /// The name of PromiseKit for ``succeed(_:)``.
  @available(*, unavailable, renamed: "succeed(_:)")
  public func fulfill(_ value: Value) { fatalError() }

  /// The name of other libraries for ``fail(_:)``.
  @available(*, unavailable, renamed: "fail(_:)")
  public func reject(_ error: Failure) { fatalError() }
}

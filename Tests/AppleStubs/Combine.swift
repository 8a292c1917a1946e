// What the project uses of Combine.

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

public struct CombineIdentifier: Hashable, Sendable {
  public init() {}
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier() }
}

public protocol Cancellable {
  func cancel()
}

public final class AnyCancellable: Cancellable {
  public init(_ cancel: @escaping () -> Void) {}
  public func cancel() {}
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public enum Subscribers {
  public struct Demand: Equatable, Comparable, Hashable, Sendable {
    public static let unlimited = Demand()
    public static let none = Demand()
    public static func max(_ value: Int) -> Demand { Demand() }
    public static func < (lhs: Demand, rhs: Demand) -> Bool { false }
  }

  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  public init<S: Subscriber>(_ subscriber: S) where Input == S.Input, Failure == S.Failure {}
  public var combineIdentifier: CombineIdentifier { CombineIdentifier() }
  public func receive(subscription: any Subscription) {}
  public func receive(_ input: Input) -> Subscribers.Demand { .none }
  public func receive(completion: Subscribers.Completion<Failure>) {}
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where Failure == S.Failure, Output == S.Input {}
}

public final class Future<Output, Failure: Error>: Publisher {
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {}
}

public protocol SchedulerTimeIntervalConvertible {
  static func seconds(_ s: Int) -> Self
  static func seconds(_ s: Double) -> Self
  static func milliseconds(_ ms: Int) -> Self
  static func microseconds(_ us: Int) -> Self
  static func nanoseconds(_ ns: Int) -> Self
}

public protocol Scheduler<SchedulerTimeType> {
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  associatedtype SchedulerOptions
  var now: SchedulerTimeType { get }
  var minimumTolerance: SchedulerTimeType.Stride { get }
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  )
  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  public func schedule(_ action: @escaping () -> Void) {}
}

import Dispatch

private nonisolated let mark: DispatchSpecificKey<String> = {
  let mark = DispatchSpecificKey<String>()
  DispatchQueue.main.setSpecific(key: mark, value: "main")
  return mark
}()

/// A queue that work ends on.
nonisolated let network: DispatchQueue = {
  let queue = DispatchQueue(label: "network")
  queue.setSpecific(key: mark, value: "network")
  return queue
}()

/// What runs the caller: the main queue, `network`, or neither.
nonisolated func place() -> String { DispatchQueue.getSpecific(key: mark) ?? "elsewhere" }

nonisolated struct Broken: Error {}

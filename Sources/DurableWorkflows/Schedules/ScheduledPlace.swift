/// The place of the runs of a schedule in a queue, as a store keeps it.
struct ScheduledPlace: Codable {
  private let queue: String
  private let partition: String
  private let priority: Int
  private let key: String?
  private let replaces: Bool

  init(_ place: QueuePlace) {
    queue = place.queue
    partition = place.partition
    priority = place.priority
    key = place.key
    replaces = place.ifTaken == .replace
  }

  var place: QueuePlace {
    QueuePlace(
      queue,
      partition: partition,
      priority: priority,
      key: key,
      ifTaken: replaces ? .replace : .keep
    )
  }
}

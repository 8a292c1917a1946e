/// An entry of the store as a node keeps it in memory.
package struct KeptCopy<Content: KeptContent>: Sendable {
  package let entry: Entry
  package let content: Content

  func isFresh(at time: Int64) -> Bool { time < entry.freshUntil }

  func isUsable(at time: Int64) -> Bool { time < entry.staleUntil }
}

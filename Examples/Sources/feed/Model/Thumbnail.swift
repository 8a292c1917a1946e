import Foundation

/// A small picture, which takes time to compute.
///
/// It replaces the image type of a UI framework. A photo is a square of gray values, one byte each,
/// and its thumbnail shows the brightness of four columns.
nonisolated struct Thumbnail: Hashable, Sendable {
  let shades: String

  init(photo: Data) throws {
    let side = Int(Double(photo.count).squareRoot())
    guard side >= 4, side * side == photo.count else { throw FeedError.damagedPhoto }
    var sums = [0, 0, 0, 0]
    var counts = [0, 0, 0, 0]
    for (index, grey) in photo.enumerated() {
      let column = index % side * 4 / side
      sums[column] += Int(grey)
      counts[column] += 1
    }
    let palette = Array("░▒▓█")
    shades = String(zip(sums, counts).map { sum, count in palette[sum / count / 64] })
  }
}

@main
struct Feed {
  static func main() async throws {
    try await Session { line in print(line) }.play()
  }
}

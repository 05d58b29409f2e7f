/// A slow device that writes one book at a time.
actor CardWriter {
  private(set) var lines: [String] = []

  func write(_ book: Book) async throws {
    try Task.checkCancellation()
    lines.append("\(book.title), \(book.author)")
    await Task.yield()
  }
}

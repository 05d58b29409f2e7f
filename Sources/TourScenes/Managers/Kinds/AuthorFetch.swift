internal import Stagecraft

/// Fetches the life of an author: another type that shares the global manager.
struct AuthorFetch: AsyncOperation {
  let author: String
  let meeting: Meeting
  let logbook: Logbook

  var options: OperationOptions { OperationOptions("life of \(author)") }

  func run(_ context: OperationContext) async throws -> String {
    logbook.begin("shared", "life of \(author)")
    defer { logbook.end("shared") }
    await meeting.arrive()
    return context.manager.name
  }
}

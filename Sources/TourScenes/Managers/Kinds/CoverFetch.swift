internal import Stagecraft

/// Fetches the cover of a book.
///
/// It says nothing about managers, and so shares the global one.
struct CoverFetch: AsyncOperation {
  let book: String
  let meeting: Meeting
  let logbook: Logbook

  var options: OperationOptions { OperationOptions("cover of \(book)") }

  func run(_ context: OperationContext) async throws -> String {
    logbook.begin("shared", "cover of \(book)")
    defer { logbook.end("shared") }
    await meeting.arrive()
    return context.manager.name
  }
}

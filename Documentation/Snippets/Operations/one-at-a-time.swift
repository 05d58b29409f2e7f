// Exclusive resources: categories, and alerts that are shown one at a time.
// snippet.hide
import StagecraftOperations

final class Sheet: Sendable {
  init(_ title: String, _ message: String, _ buttons: [String]) { print("[\(title)]", buttons) }
  @MainActor func show() async throws -> Int { 0 }
  @MainActor func dismiss() {}
}

func fetchCatalogue() async { print("The catalogue is fetched again.") }
func printReceipt(_ number: Int) async { print("Receipt \(number) is printed.") }

// snippet.show
extension OperationCategory {
  static let receiptPrinter = OperationCategory("receipt printer", limit: 1)
}
// snippet.hide

func printing() async throws {
  let manager = OperationManager("receipts")
  // snippet.show
  let options = OperationOptions("receipt", categories: [.receiptPrinter])
  for number in 1...3 {
    manager.submit(options) { await printReceipt(number) }
  }
  // snippet.hide
  try await manager.waitUntilIdle()
}

struct Document: Sendable {
  struct ID: Hashable, Sendable { var number: Int }
  var id: ID
}

func save(_ document: Document) async throws {
  let manager = OperationManager("documents")
  // snippet.show
  let options = OperationOptions("save", categories: [.keyed(document.id)])
  // snippet.hide
  try await manager.submit(options) { print("Saved.") }.value
}

enum Contents {
  // snippet.show
  enum Answer { case retry, later }

  // snippet.hide
  static func offline() -> AlertContent<Answer> {
    // snippet.show
    var content = AlertContent<Answer>(
      "No connection", message: "The catalogue could not be fetched.",
      actions: [.init(.retry, "Try again"), .init(.later, "Later", style: .cancel)])
    content.key = "connection"
    // snippet.hide
    return content
  }
}

// snippet.show
final class SheetPresenter: AlertPresenter {
  func present<Choice>(_ content: AlertContent<Choice>) async throws -> Choice {
    let sheet = Sheet(content.title, content.message, content.actions.map(\.label))
    return try await withTaskCancellationHandler {
      content.actions[try await sheet.show()].id
    } onCancel: {
      Task { @MainActor in sheet.dismiss() }
    }
  }
}
// snippet.hide

@MainActor func alerting() async throws {
  let offline = Contents.offline()
  // snippet.show
  let alerts = AlertQueue(presenter: SheetPresenter())

  let answer = alerts.show(offline)
  if try await answer.value == .retry { await fetchCatalogue() }
  // snippet.hide

  let (content, presenter) = (offline, SheetPresenter())
  // snippet.show
  let choice = try await AlertOperation(content, by: presenter).submit().value
  // snippet.hide
  print(choice)

  // snippet.show
  var reminder = AlertContent("Two books are due tomorrow")
  reminder.expiry = .seconds(60)  // it is useless after a minute
  let first = alerts.show(reminder)
  alerts.show(AlertContent("A new branch has opened"), following: first)
  // snippet.hide
  try await alerts.manager.waitUntilIdle()
}

try await printing()
try await alerting()
